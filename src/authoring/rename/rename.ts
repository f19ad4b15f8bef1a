import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { BuildEnvironment } from '../../build/folders.ts';
import { listTree } from '../../build/hashing.ts';
import { plainName } from '../../content/qualify-set.ts';
import type { Audience } from '../../model/audience.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { formatProblem } from '../../shared/problem.ts';
import { explainRefusal, refusalToWrite } from '../../shared/site-boundary.ts';
import { readWrittenSite, type WrittenSite } from '../written-site.ts';
import { changesOf, writeAll } from './changes.ts';
import type { Moves } from './moves.ts';

interface Renamed {
  /** Files that are elsewhere now. */
  moved: { from: string; to: string }[];
  /** Pages whose address is another one now; each has a redirect. */
  addresses: ReadonlyMap<string, string>;
  /** Files in which something follows, as they are called now. */
  changed: string[];
  /** Moved files that others may see now: absent is every reader. */
  audiences: { file: string; before: Audience | undefined; now: Audience | undefined }[];
}

/**
 * Moves a document or a folder, and everything that names it after it: links, pictures and imports of documents, in
 * versions and translations too, sidebars, questions, pages, the configuration; and writes the redirects. Nothing else
 * of the files changes. `from` and `to` are absolute.
 */
export async function renameContent(
  environment: BuildEnvironment,
  workDir: string,
  { from, to }: { from: string; to: string },
): Promise<{ renamed: Renamed } | { fault: string }> {
  const before = await readWrittenSite(environment, workDir);
  if ('problems' in before) return { fault: before.problems.map(formatProblem).join('\n') };
  const fault = refusal(from, to, before.site);
  if (fault !== undefined) return { fault };
  const pairs = [{ from, to }, ...translationsOf(from, to, before.site)];
  const files = new Map(pairs.flatMap((pair) => filesOf(pair)));
  for (const pair of pairs) move(pair.from, pair.to);
  const after = await readWrittenSite(environment, workDir).catch((error: unknown) => {
    for (const pair of pairs) move(pair.to, pair.from);
    throw error;
  });
  if ('problems' in after) {
    for (const pair of pairs) move(pair.to, pair.from);
    return { fault: after.problems.map(formatProblem).join('\n') };
  }
  const moves = movesBetween(before.site, after.site, files);
  const changes = changesOf(before.site, after.site, moves, pairs);
  const outside = changes.flatMap(({ file }) => writeFault(file, after.site) ?? []);
  if (outside.length > 0) {
    for (const pair of pairs) move(pair.to, pair.from);
    return { fault: outside.join('\n') };
  }
  const changed = writeAll(changes);
  const last = await readWrittenSite(environment, workDir);
  return {
    renamed: {
      moved: pairs.map((pair) => ({ from: displayPath(pair.from), to: displayPath(pair.to) })),
      addresses: moves.addresses,
      changed,
      audiences: 'site' in last ? changedAudiences(before.site, last.site, files) : [],
    },
  };
}

/** Folders and patterns say who sees what is in them: whoever moves a document may open it, or close it. */
function changedAudiences(
  before: WrittenSite,
  after: WrittenSite,
  files: ReadonlyMap<string, string>,
): Renamed['audiences'] {
  return [...files].flatMap(([was, is]) => {
    const [audience, now] = [before.audiences.get(was), after.audiences.get(is)];
    if (JSON.stringify(audience) === JSON.stringify(now)) return [];
    return [{ file: displayPath(is), before: audience, now }];
  });
}

function refusal(from: string, to: string, { folders }: WrittenSite): string | undefined {
  const isContent = (file: string) =>
    [...folders.contentDirs, folders.pagesDir].some((folder) => file.startsWith(folder + path.sep));
  if (!existsSync(from)) return `There is no ${displayPath(from)}.`;
  if (existsSync(to)) {
    const inside = path.join(to, path.basename(from));
    const hint = to !== from && statSync(to).isDirectory() ? ` To move into it: ${displayPath(inside)}` : '';
    return `There is ${displayPath(to)} already.${hint}`;
  }
  for (const file of [from, to])
    if (!isContent(file))
      return `${displayPath(file)} is not in a folder of documents: ${folders.contentDirs.map((folder) => displayPath(folder)).join(', ')}.`;
  // A link is moved itself; what it leads to stays where it is.
  for (const folder of [path.dirname(from), to]) {
    const fault = writeFault(folder, { folders });
    if (fault !== undefined) return fault;
  }
  const isFolder = statSync(from).isDirectory();
  if (isFolder && to.startsWith(from + path.sep)) return 'A folder cannot be moved into itself.';
  if (!isFolder && /\.mdx?$/.test(from) && !/\.mdx?$/.test(to))
    return `${displayPath(to)} must end in .md or .mdx.`;
  return undefined;
}

/** Why a file must not be written: a link on the way to it leads out of the site. */
function writeFault(file: string, { folders }: Pick<WrittenSite, 'folders'>): string | undefined {
  const refusal = refusalToWrite(folders.boundary, file);
  return refusal && explainRefusal(refusal, displayPath(file), file);
}

/** The translations of what is moved, where they lie beside. */
function translationsOf(from: string, to: string, { folders }: WrittenSite) {
  const inside = (file: string) => path.relative(folders.docsDir, file);
  if (inside(from).startsWith('..') || inside(to).startsWith('..')) return [];
  const translated = folders.contentDirs.at(-1) ?? '';
  const locales = existsSync(translated) && translated.endsWith('i18n') ? readdirSync(translated) : [];
  return locales.flatMap((locale) => {
    const folder = path.join(translated, locale, 'docusaurus-plugin-content-docs/current');
    const pair = { from: path.join(folder, inside(from)), to: path.join(folder, inside(to)) };
    return existsSync(pair.from) && !existsSync(pair.to) ? [pair] : [];
  });
}

function filesOf({ from, to }: { from: string; to: string }): [string, string][] {
  if (!statSync(from).isDirectory()) return [[from, to]];
  return listTree(from).map((name) => [path.join(from, name), path.join(to, name)]);
}

function move(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  renameSync(from, to);
  // A folder without anything in it would be there for nobody.
  for (let folder = path.dirname(from); readdirSync(folder).length === 0; folder = path.dirname(folder))
    rmdirSync(folder);
}

function movesBetween(before: WrittenSite, after: WrittenSite, files: ReadonlyMap<string, string>): Moves {
  const addresses = new Map<string, string>();
  const pages = new Map<string, string>();
  for (const [at, language] of before.pages.entries()) {
    for (const [file, page] of language) {
      if (!pages.has(file)) pages.set(file, page);
      const now = after.pages[at]?.get(files.get(file) ?? file);
      // A page that took the address of another one is no redirect.
      if (now !== undefined && now !== page && !after.routes.has(page)) addresses.set(page, now);
    }
  }
  for (const [page, now] of movedCategories(before, after, files)) addresses.set(page, now);
  const { siteDir, contentDirs } = after.folders;
  const idsAt = idsBetween(before, after, files);
  return { files, addresses, pages, routes: before.routes, idsAt, siteDir, roots: contentDirs };
}

/** Each version has ids of its own: which one a file belongs to, the documents around it say. */
function idsBetween(
  before: WrittenSite,
  after: WrittenSite,
  files: ReadonlyMap<string, string>,
): Moves['idsAt'] {
  const now = new Map(after.docs.map((doc) => [doc.absolute, plainName(doc.id)]));
  const bySet = new Map<string, Map<string, string>>();
  for (const doc of before.docs) {
    const id = now.get(files.get(doc.absolute) ?? doc.absolute);
    const ofSet = bySet.get(doc.set) ?? new Map<string, string>();
    bySet.set(doc.set, ofSet);
    const was = plainName(doc.id);
    if (files.has(doc.absolute) && id !== undefined && id !== was) ofSet.set(was, id);
  }
  const { docsDir, siteDir } = before.folders;
  const setAt = (file: string) => {
    const [, version, rest] = /[/\\]docusaurus-plugin-content-docs[/\\]([^/\\]+)[/\\](.+)$/.exec(file) ?? [];
    const original = version === 'current' ? docsDir : path.join(siteDir, 'versioned_docs', version ?? '');
    let folder = path.dirname(rest === undefined ? file : path.join(original, rest));
    for (; folder !== path.dirname(folder); folder = path.dirname(folder)) {
      const around = before.docs.find(({ absolute }) => absolute.startsWith(folder + path.sep));
      if (around) return around.set;
    }
    return '';
  };
  return (file) => bySet.get(file === undefined ? '' : setAt(file)) ?? new Map();
}

/**
 * Pages of categories are called after folders, too. One that is there no longer is now the page of what has all of its
 * documents, and as few others as can be.
 */
function movedCategories(
  before: WrittenSite,
  after: WrittenSite,
  files: ReadonlyMap<string, string>,
): Map<string, string> {
  const moved = new Map<string, string>();
  for (const [at, categories] of before.categories.entries()) {
    const taken = new Set<string>();
    for (const { path, sidebar, files: listed } of categories) {
      if (after.routes.has(path) || listed.length === 0) continue;
      const wanted = listed.map((file) => files.get(file) ?? file);
      const holding = (after.categories[at] ?? [])
        .filter((each) => each.sidebar === sidebar && !taken.has(each.path))
        .filter((each) => wanted.every((file) => each.files.includes(file)))
        .sort((a, b) => a.files.length - b.files.length);
      const closest = holding.filter((each) => each.files.length === holding[0]?.files.length);
      // A new one, else the innermost of those that were there.
      const now = closest.find((each) => !before.routes.has(each.path)) ?? closest.at(-1);
      if (now === undefined) continue;
      // Of two with the same documents, the outer one is that which was outside.
      if (!before.routes.has(now.path)) taken.add(now.path);
      moved.set(path, now.path);
    }
  }
  return moved;
}
