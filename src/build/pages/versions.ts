import type { SiteConfig } from '../../config/site-config.ts';
import { qualifyName, unqualifyName } from '../../content/versions/qualify-set.ts';
import type { Category, Doc, DocSet, Site } from '../../model/site.ts';
import { sortVersions } from '../../model/sort-versions.ts';
import { pageHref } from '../../model/urls.ts';
import { escapeHtml } from '../../shared/html.ts';
import type { PageData } from '../../ui/page-data.ts';

type OnPage = Pick<PageData, 'set' | 'version' | 'versions' | 'versionClass' | 'banner'>;

type VersionedPage = Pick<Doc, 'id'> | Pick<Category, 'slug'>;

/** Tells pages which version they belong to, and which other versions they have. */
export interface Versions {
  /** `currentPage` is the document or category, if the page is one. Pages of tags get the banner, but no badge. */
  describeOn(key: string, currentPage?: VersionedPage, kind?: 'tags'): OnPage;
}

export function createVersions(
  site: Pick<Site, 'sets' | 'categories'>,
  docs: ReadonlyMap<string, Doc>,
  { name, texts }: Pick<SiteConfig, 'name' | 'texts'>,
): Versions {
  const sets = new Map(site.sets.map((set) => [set.key, set]));
  const siblings = Map.groupBy(site.sets, ({ instance }) => instance);
  /** Finds the same document or category in another version, or else that version's main document. */
  const findAlternate = (set: DocSet, page: VersionedPage | undefined): { path: string } | undefined => {
    const samePage =
      page && 'id' in page
        ? docs.get(qualifyName(set.key, unqualifyName(page.id)))
        : site.categories.find((other) => other.set === set.key && other.slug === page?.slug);
    return samePage ?? docs.get(set.version.mainDocId);
  };
  const writeBanner = (set: DocSet, page: VersionedPage | undefined): string | undefined => {
    if (set.banner === undefined) return undefined;
    const last = (siblings.get(set.instance) ?? []).find(({ version }) => version.isLast);
    const latest = last && findAlternate(last, page);
    const text = set.banner === 'unreleased' ? texts.unreleasedVersion : texts.unmaintainedVersion;
    const notice = escapeHtml(text.replace('{siteTitle}', name).replace('{versionLabel}', set.version.label));
    if (!last || !latest) return `<div>${notice}</div>`;
    const link = `<b><a href="${escapeHtml(pageHref(latest.path))}" data-same-page="">${escapeHtml(texts.latestVersionLabel)}</a></b>`;
    const more = escapeHtml(texts.latestVersion.replace('{versionLabel}', last.version.label)).replace(
      '{latestVersionLink}',
      link,
    );
    return `<div>${notice}</div><div>${more}</div>`;
  };
  return {
    describeOn(key, currentPage, kind) {
      const set = sets.get(key);
      if (!set) return {};
      const all = siblings.get(set.instance) ?? [];
      const listLinks = (other: DocSet) => {
        const page = findAlternate(other, currentPage);
        const current = other === set ? { current: true as const } : {};
        return page ? [{ label: other.version.label, href: page.path, ...current }] : [];
      };
      // An unnamed version needs no class if it is the only one.
      const hasClass = all.length > 1 || set.className !== `docs-version-${set.version.name}`;
      return {
        set: site.sets.length > 1 ? key : undefined,
        version: set.badge && kind !== 'tags' ? set.version.label : undefined,
        versions: all.length > 1 ? sortVersions(all).flatMap(listLinks) : undefined,
        versionClass: hasClass ? set.className : undefined,
        banner: writeBanner(set, currentPage),
      };
    },
  };
}
