import { useEffect, useLayoutEffect, useRef } from 'react';
import { restoreTabs } from '../live/restore-tabs.ts';
import { ARTICLE_ID } from '../shell/element-ids.ts';
import { mountLiveParts } from './live-parts.tsx';

/**
 * HTML made by the build, with its live parts. In the browser the first page's HTML is in place already: React
 * leaves it as it is.
 */
export function ArticleHtml({ className, inner }: { className: string; inner: string }) {
  const element = useRef<HTMLDivElement>(null);
  // Before it is painted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML is what has to be restored
  useLayoutEffect(() => {
    if (element.current) restoreTabs(element.current);
  }, [inner]);
  // The parts belong to this HTML and go with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => (element.current ? mountLiveParts(element.current) : undefined), [inner]);
  return (
    <div
      ref={element}
      className={className}
      id={ARTICLE_ID}
      suppressHydrationWarning
      // Compiled from the documentation; the policy forbids scripts in it.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: inner }}
    />
  );
}
