import path from 'node:path';
import type { Doc } from '../../model/site.ts';
import { joinUrl } from '../../model/written-links.ts';
import type { Languages, PageSources } from './page-plan.ts';

type EditUrlSources = Pick<PageSources, 'site' | 'config'> & { languages: Pick<Languages, 'current'> };

/** Where a document can be edited: by its front matter, or else its documentation, or else the whole site. */
export function findEditUrl({ site, config, languages }: EditUrlSources, doc: Doc): string | undefined {
  if (doc.editUrl !== undefined) return doc.editUrl ?? undefined;
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
  const parts = { version: set.version.name, versionDocsDirPath: dir, docPath, permalink: doc.path };
  return options.editUrl({ ...parts, locale: languages.current.name }) ?? undefined;
}
