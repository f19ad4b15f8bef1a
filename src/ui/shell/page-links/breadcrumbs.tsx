import * as texts from 'virtual:site/texts';
import { HOME_PATH, pageHref } from '../../../model/urls.ts';
import type { PageData } from '../../page-data.ts';
import { House } from '../icons.tsx';

export function Breadcrumbs({ items }: { items: PageData['breadcrumbs'] }) {
  if (items.length === 0) return null;
  return (
    <nav className="theme-doc-breadcrumbs" aria-label={texts.breadcrumbs}>
      <ul className="breadcrumbs">
        <li className="breadcrumbs__item">
          <a className="breadcrumbs__link" href={HOME_PATH} aria-label={texts.home}>
            <House size={15} />
          </a>
        </li>
        {items.map(({ label, href }, index) => {
          const last = index === items.length - 1;
          return (
            // Two crumbs may have one label; their order never changes.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li className="breadcrumbs__item" key={index}>
              {href !== undefined && !last ? (
                <a className="breadcrumbs__link" href={pageHref(href)}>
                  {label}
                </a>
              ) : (
                <span className="breadcrumbs__link" aria-current={last ? 'page' : undefined}>
                  {label}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
