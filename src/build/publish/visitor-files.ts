import { readFileSync } from 'node:fs';
import path from 'node:path';
import { collectPageAudiences } from '../../content/audiences/page-audiences.ts';
import { findVariant } from '../../model/parts.ts';
import { selectUsedFiles, type UiFile } from '../bundle/bundle.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import { listCompiledArticles } from '../compile/documents.ts';
import type { PreparedSite } from '../site-build.ts';

/**
 * Lists the files that pages load, and marks those that public pages need as files for visitors: the shell, the live
 * parts and components that visitors see, and everything that these load.
 */
export function listClientFiles(language: PreparedSite): UiFile[] {
  const { site, articles, bundle, components } = language;
  const usedFiles = selectUsedFiles(bundle, articles.values());
  if (![...collectPageAudiences(site).values()].includes('public'))
    return [...usedFiles, ...components.files];
  const liveParts = listCompiledArticles(language).flatMap(({ audience, summary }) =>
    audience === 'public' ? listLivePartsForVisitors(summary) : [],
  );
  const pageFiles = selectUsedFiles(bundle, [{ summary: { live: liveParts } }]).filter(
    (file) => file.isOfPages,
  );
  const islands = liveParts.flatMap((name) => (name.startsWith('island ') ? path.posix.basename(name) : []));
  const forVisitors = new Set([
    ...pageFiles,
    ...findNamedFiles([components.style, ...islands], components.files),
  ]);
  return [...usedFiles, ...components.files].map((file) =>
    forVisitors.has(file) ? { ...file, audience: 'visitor' } : file,
  );
}

function listLivePartsForVisitors({ live, parts }: ArticleSummary): readonly string[] {
  if (!parts) return live;
  const variantKey = findVariant(parts.audiences, { kind: 'visitor' });
  return variantKey.includes('0') ? (parts.variants[variantKey]?.live ?? []) : live;
}

/**
 * Files that these texts name, directly or through other files. A file's name contains its hash, so it can be searched.
 */
function findNamedFiles(texts: readonly string[], files: readonly UiFile[]): Set<UiFile> {
  const namedFiles = new Set<UiFile>();
  const textsToRead = [...texts];
  for (let text = textsToRead.pop(); text !== undefined; text = textsToRead.pop()) {
    for (const file of files) {
      if (namedFiles.has(file) || !text.includes(path.posix.basename(file.url))) continue;
      namedFiles.add(file);
      if (/\.m?js$/.test(file.url)) textsToRead.push(readFileSync(file.file, 'utf8'));
    }
  }
  return namedFiles;
}
