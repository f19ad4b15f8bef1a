import path from 'node:path';
import type { SiteConfig } from '../../config/site-config.ts';
import { removeSlash } from '../../content/links/permalinks.ts';
import type { Doc, Site } from '../../model/site.ts';
import { joinUrl } from '../../model/written-links.ts';

/** Gives each document the URL where it can be edited, or `null`. */
export function addEditUrls(site: Site, config: SiteConfig, locale: string): Site {
  const docs = site.docs.map((doc) => ({ ...doc, editUrl: findEditUrl(doc, site, config, locale) ?? null }));
  return { ...site, docs };
}

/**
 * Returns the URL at which a document can be edited: from its front matter, or else its documentation, or else the
 * site.
 */
function findEditUrl(doc: Doc, site: Site, config: SiteConfig, locale: string): string | null | undefined {
  if (doc.editUrl !== undefined) return doc.editUrl;
  const set = site.sets.find(({ key }) => key === doc.set);
  const options = config.docs.find(({ id }) => id === set?.instance);
  if (!set || options?.editUrl === undefined) {
    return config.editUrl === undefined ? undefined : joinUrl(config.editUrl, doc.file);
  }
  // Readers of a translation edit the original, unless the owner wants translations to be edited.
  const original = doc.aliases?.find((alias) => !alias.includes('i18n/')) ?? doc.file;
  const file = options.editLocalizedFiles ? doc.file : original;
  const folder = set.contentDirs.find((dir) => file.startsWith(dir === '' ? '' : `${dir}/`)) ?? '';
  const docPath = path.posix.relative(folder, file);
  const fromSite = path.posix.normalize(path.posix.join(config.docs[0]?.path ?? 'docs', folder));
  const dir = options.editCurrentVersion ? options.path : fromSite;
  if (typeof options.editUrl === 'string') return joinUrl(options.editUrl, `${dir}/${docPath}`);
  // The address as its slug has it, whatever `trailingSlash` says.
  const endSlash = doc.slug.endsWith('/') && doc.path !== '/' ? '/' : '';
  const permalink = removeSlash(doc.path) + endSlash;
  const parts = { version: set.version.name, versionDocsDirPath: dir, docPath, permalink };
  return options.editUrl({ ...parts, locale });
}
