import { Fragment } from 'react';
import { pageHref } from '../../model/urls.ts';

/** Link to a page by its path, which can wrap after a slash. */
export function PageLink({ path, href = pageHref(path) }: { path: string; href?: string }) {
  return (
    <a href={href}>
      {path.split(/(?<=\/)/).map((part, at) => (
        // The parts of a path never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fragment key={at}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </a>
  );
}
