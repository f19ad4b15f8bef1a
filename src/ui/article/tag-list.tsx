import type { PageRef } from '../../model/site.ts';
import { pageHref } from '../../model/urls.ts';

/** List of tags. `count`: number of pages with the tag. */
export function TagList({ tags }: { tags: readonly (PageRef & { count?: number })[] }) {
  return (
    <ul className="tag-list">
      {tags.map(({ path, title, count }) => (
        <li key={path}>
          <a className="tag" href={pageHref(path)} rel="tag">
            {title}
            {count !== undefined && <span className="tag__count">{count}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
