import Translate from '@docusaurus/Translate';
import Heading from '@theme/Heading';
import type { ReactElement } from 'react';

export function NotFoundContent({ className = '' }: { className?: string }): ReactElement {
  return (
    <div className={`container margin-vert--xl ${className}`.trim()}>
      <Heading as="h1" className="hero__title">
        <Translate id="theme.NotFound.title">Page Not Found</Translate>
      </Heading>
      <p>
        <Translate id="theme.NotFound.p1">We couldn’t find what you were looking for.</Translate>
      </p>
      <p>
        <Translate id="theme.NotFound.p2">
          Please contact the owner of the site that linked you to the original URL and let them know their
          link is broken.
        </Translate>
      </p>
    </div>
  );
}
