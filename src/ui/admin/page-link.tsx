import { Fragment } from 'react';
import { pageHref } from '../../model/urls.ts';

interface Props {
  path: string;
  /** Title of the page. Undefined if it is unknown. */
  title: string | undefined;
  href?: string;
}

/** Link to a page: its title with the path below, or the path alone, which can wrap after a slash. */
export function PageLink({ path, title, href = pageHref(path) }: Props) {
  if (title !== undefined)
    return (
      <>
        <a href={href}>{title}</a>
        <span className="page-path" title={path}>
          {path}
        </span>
      </>
    );
  return (
    <a href={href}>
      {path.split(/(?<=\/)/).map((part, index) => (
        // The parts of a path never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </a>
  );
}
