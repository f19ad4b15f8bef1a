import type { SiteConfig } from '../../config/site-config.ts';
import { plainName, qualified } from '../../content/place-set.ts';
import type { Doc, DocSet, Site } from '../../model/site.ts';
import { pageHref } from '../../model/urls.ts';
import { escapeHtml } from '../../shared/html.ts';
import type { PageData } from '../../ui/page-data.ts';

type OnPage = Pick<PageData, 'set' | 'version' | 'versions' | 'banner'>;

/** What pages say of the version that they are of. */
export interface Versions {
  /** `docId`: of the document that is the page, if it is one. `tags`: a page of tags has the banner, and no badge. */
  on(set: string, docId?: string, kind?: 'tags'): OnPage;
}

export function versionsOf(
  site: Pick<Site, 'sets'>,
  docs: ReadonlyMap<string, Doc>,
  { name, texts }: Pick<SiteConfig, 'name' | 'texts'>,
): Versions {
  const sets = new Map(site.sets.map((set) => [set.key, set]));
  const siblings = Map.groupBy(site.sets, ({ instance }) => instance);
  /** The same document in that version, else its main one. */
  const alternate = (set: DocSet, docId: string | undefined): Doc | undefined => {
    const same = docId === undefined ? undefined : docs.get(qualified(set.key, plainName(docId)));
    return same ?? docs.get(set.version.mainDocId);
  };
  const banner = (set: DocSet, docId: string | undefined): string | undefined => {
    if (set.banner === undefined) return undefined;
    const last = (siblings.get(set.instance) ?? []).find(({ version }) => version.isLast);
    const latest = last && alternate(last, docId);
    const text = set.banner === 'unreleased' ? texts.unreleasedVersion : texts.unmaintainedVersion;
    const said = escapeHtml(text.replace('{siteTitle}', name).replace('{versionLabel}', set.version.label));
    if (!last || !latest) return `<div>${said}</div>`;
    const link = `<b><a href="${escapeHtml(pageHref(latest.path))}">${escapeHtml(texts.latestVersionLabel)}</a></b>`;
    const more = escapeHtml(texts.latestVersion.replace('{versionLabel}', last.version.label)).replace(
      '{latestVersionLink}',
      link,
    );
    return `<div>${said}</div><div>${more}</div>`;
  };
  return {
    on(key, docId, kind) {
      const set = sets.get(key);
      if (!set) return {};
      const all = siblings.get(set.instance) ?? [];
      return {
        ...(site.sets.length > 1 ? { set: key } : {}),
        ...(set.badge && kind !== 'tags' ? { version: set.version.label } : {}),
        ...(all.length > 1
          ? {
              versions: all.flatMap((other) => {
                const page = alternate(other, docId);
                return page
                  ? [
                      {
                        label: other.version.label,
                        href: page.path,
                        ...(other === set ? { current: true as const } : {}),
                      },
                    ]
                  : [];
              }),
            }
          : {}),
        ...(set.banner === undefined ? {} : { banner: banner(set, docId) }),
      };
    },
  };
}
