import type { SiteConfig } from '../../config/site-config.ts';
import { qualifyName, unqualifyName } from '../../content/qualify-set.ts';
import type { Category, Doc, DocSet, Site } from '../../model/site.ts';
import { pageHref } from '../../model/urls.ts';
import { escapeHtml } from '../../shared/html.ts';
import type { PageData } from '../../ui/page-data.ts';

type OnPage = Pick<PageData, 'set' | 'version' | 'versions' | 'versionClass' | 'banner'>;

type VersionedPage = Pick<Doc, 'id'> | Pick<Category, 'slug'>;

export type Versions = ReturnType<typeof versionsOf>;

/** What pages say of the version that they are of. */
export function versionsOf(
  site: Pick<Site, 'sets' | 'categories'>,
  docs: ReadonlyMap<string, Doc>,
  { name, texts }: Pick<SiteConfig, 'name' | 'texts'>,
) {
  const sets = new Map(site.sets.map((set) => [set.key, set]));
  const siblings = Map.groupBy(site.sets, ({ instance }) => instance);
  /** The same document in that version, else its main one. */
  const alternate = (set: DocSet, page: VersionedPage | undefined): { path: string } | undefined => {
    const same =
      page && 'id' in page
        ? docs.get(qualifyName(set.key, unqualifyName(page.id)))
        : site.categories.find((other) => other.set === set.key && other.slug === page?.slug);
    return same ?? docs.get(set.version.mainDocId);
  };
  const banner = (set: DocSet, page: VersionedPage | undefined): string | undefined => {
    if (set.banner === undefined) return undefined;
    const last = (siblings.get(set.instance) ?? []).find(({ version }) => version.isLast);
    const latest = last && alternate(last, page);
    const text = set.banner === 'unreleased' ? texts.unreleasedVersion : texts.unmaintainedVersion;
    const said = escapeHtml(text.replace('{siteTitle}', name).replace('{versionLabel}', set.version.label));
    if (!last || !latest) return `<div>${said}</div>`;
    const link = `<b><a href="${escapeHtml(pageHref(latest.path))}" data-same-page="">${escapeHtml(texts.latestVersionLabel)}</a></b>`;
    const more = escapeHtml(texts.latestVersion.replace('{versionLabel}', last.version.label)).replace(
      '{latestVersionLink}',
      link,
    );
    return `<div>${said}</div><div>${more}</div>`;
  };
  return {
    /** `shown`: the document or category, if it is one. `kind`: a page of tags has the banner, and no badge. */
    on(key: string, shown?: VersionedPage, kind?: 'tags'): OnPage {
      const set = sets.get(key);
      if (!set) return {};
      const all = siblings.get(set.instance) ?? [];
      const links = (other: DocSet) => {
        const page = alternate(other, shown);
        const current = other === set ? { current: true as const } : {};
        return page ? [{ label: other.version.label, href: page.path, ...current }] : [];
      };
      // A version that nobody has named says nothing where there is no other one.
      const hasClass = all.length > 1 || set.className !== `docs-version-${set.version.name}`;
      return {
        set: site.sets.length > 1 ? key : undefined,
        version: set.badge && kind !== 'tags' ? set.version.label : undefined,
        versions: all.length > 1 ? all.flatMap(links) : undefined,
        versionClass: hasClass ? set.className : undefined,
        banner: banner(set, shown),
      };
    },
  };
}
