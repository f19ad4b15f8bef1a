import {
  type AdministrationGroup,
  administrationGroups,
  type OwnPage,
  translate,
} from '../../model/pages.ts';
import { joinBasePath } from '../../model/urls.ts';
import type { SidebarData, SidebarNode } from '../../ui/page-data.ts';
import type { PageSources } from './page-plan.ts';

/** Creates the navigation of the administration: its pages by group. */
export function createAdministrationMenu(sources: PageSources): SidebarData {
  const pages = Object.values(sources.ownPages)
    .filter(({ audience }) => audience === 'administrator')
    .toSorted((a, b) => (a.tab ?? Number.POSITIVE_INFINITY) - (b.tab ?? Number.POSITIVE_INFINITY));
  const listGroup = (name: AdministrationGroup): SidebarNode[] =>
    pages
      .filter(({ group = 'site' }) => group === name)
      .map(({ path, title }) => ({
        type: 'link',
        label: writeOwnTitle(title, sources),
        href: joinBasePath(path, sources.site.basePath),
      }));
  // `Object.keys` returns `string[]`, although the keys are known.
  const items = (Object.keys(administrationGroups) as AdministrationGroup[]).flatMap(
    (name): SidebarNode[] => {
      const links = listGroup(name);
      const title = administrationGroups[name];
      if (title === undefined || links.length === 0) return links;
      const label = sources.config.texts[title];
      return [{ type: 'category', label, collapsible: false, collapsed: false, items: links }];
    },
  );
  return { name: 'administration', items, file: '' };
}

/** The title of a page of the engine in the language of the site. */
export function writeOwnTitle(
  title: OwnPage['title'],
  { config, languages }: Pick<PageSources, 'config' | 'languages'>,
): string {
  return typeof title === 'string' ? config.texts[title] : translate(title, languages.current.htmlLang);
}
