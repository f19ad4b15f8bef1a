import * as texts from 'virtual:site/texts';
import { pageHref } from '../../model/urls.ts';
import type { SidebarNode } from '../page-data.ts';

/** Links to the top-level sections of the documentation, on pages where a reader has found nothing. */
export function SectionList({ nodes = [] }: { nodes?: readonly SidebarNode[] | undefined }) {
  const links = nodes.flatMap((node) => {
    const href = node.type === 'category' ? (node.href ?? node.firstHref) : undefined;
    return node.type === 'category' && href !== undefined
      ? [{ href: pageHref(href), label: node.label }]
      : [];
  });
  if (links.length === 0) return null;
  return (
    <nav className="section-list" aria-labelledby="sections">
      <h2 id="sections">{texts.allSections}</h2>
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
