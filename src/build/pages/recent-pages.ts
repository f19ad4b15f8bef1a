import { removeRedirects } from '../../content/links/routes.ts';
import type { SidebarItem } from '../../model/site.ts';
import type { StandaloneContext } from '../../ui/page-data.ts';
import type { PageSources } from './page-plan.ts';

const RECENT_MAX = 6;

/** The pages of the last version that changed last. Other versions have the same pages again. */
export function listRecentPages({
  site,
  sidebars,
}: Pick<PageSources, 'site' | 'sidebars'>): StandaloneContext['recent'] {
  const lastSets = new Set(site.sets.filter(({ version }) => version.isLast).map(({ key }) => key));
  const datedPages = removeRedirects(site.docs).flatMap(
    ({ set, path, title, unlisted, lastUpdate, sidebar }) =>
      lastUpdate?.date === undefined || unlisted || !lastSets.has(set)
        ? []
        : [{ path, title, date: lastUpdate.date, sidebar }],
  );
  datedPages.sort((a, b) => b.date.localeCompare(a.date) || a.path.localeCompare(b.path));
  return datedPages.slice(0, RECENT_MAX).map(({ sidebar = '', ...page }) => {
    const section = findSection(sidebars.get(sidebar)?.getTrail(page.path));
    return section === undefined ? page : { ...page, section };
  });
}

/** Returns the label of the first category above a page. Undefined if there is none. */
function findSection(trail: readonly SidebarItem[] = []): string | undefined {
  const top = trail.length > 1 ? trail[0] : undefined;
  return top?.type === 'category' ? top.label : undefined;
}
