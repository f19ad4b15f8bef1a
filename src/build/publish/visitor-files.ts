import { readFileSync } from 'node:fs';
import path from 'node:path';
import { collectPageAudiences } from '../../content/page-audiences.ts';
import { findVariant } from '../../model/parts.ts';
import { type UiFile, usedFiles } from '../bundle/bundle.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import { compiledIn } from '../compile/documents.ts';
import type { PreparedSite } from '../prepare-site.ts';

/**
 * The scripts that pages use, with those for visitors that public pages need: of the shell what pages load, of live
 * parts and of the owner's components what visitors are shown, and what that loads in turn.
 */
export function filesOfPages(language: PreparedSite): UiFile[] {
  const { site, articles, bundle, components } = language;
  const used = usedFiles(bundle, articles.values());
  if (![...collectPageAudiences(site).values()].includes('public')) return [...used, ...components.files];
  const shown = compiledIn(language).flatMap(({ audience, summary }) =>
    audience === 'public' ? liveForVisitors(summary) : [],
  );
  const ofPages = usedFiles(bundle, [{ summary: { live: shown } }]).filter((file) => file.isOfPages);
  const islands = shown.flatMap((name) => (name.startsWith('island ') ? path.posix.basename(name) : []));
  const forVisitors = new Set([...ofPages, ...namedBy([components.style, ...islands], components.files)]);
  return [...used, ...components.files].map((file) =>
    forVisitors.has(file) ? { ...file, audience: 'visitor' } : file,
  );
}

function liveForVisitors({ live, parts }: ArticleSummary): readonly string[] {
  if (!parts) return live;
  const way = findVariant(parts.audiences, { kind: 'visitor' });
  return way.includes('0') ? (parts.variants[way]?.live ?? []) : live;
}

/** Files that these texts name, and those that these name in turn: whatever needs a file has its name, which says its content. */
function namedBy(texts: readonly string[], files: readonly UiFile[]): Set<UiFile> {
  const found = new Set<UiFile>();
  const waiting = [...texts];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const file of files) {
      if (found.has(file) || !text.includes(path.posix.basename(file.url))) continue;
      found.add(file);
      if (/\.m?js$/.test(file.url)) waiting.push(readFileSync(file.file, 'utf8'));
    }
  }
  return found;
}
