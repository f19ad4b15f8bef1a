import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { BuildEnvironment } from '../../../build/folders.ts';
import { listTree } from '../../../build/hashing.ts';
import { unqualifyName } from '../../../content/versions/qualify-set.ts';
import type { Audience } from '../../../model/audience.ts';
import { displayPath } from '../../../shared/file-paths.ts';
import { formatProblem } from '../../../shared/problem.ts';
import { explainRefusal, findRefusalToWrite } from '../../../shared/site-boundary.ts';
import { readWrittenSite, type WrittenSite } from '../written-site.ts';
import { collectChanges, writeAll } from './changes.ts';
import type { Moves } from './moves.ts';

interface RenameReport {
  /** Files and folders that moved, as paths for display. */
  moved: { from: string; to: string }[];
  /** Old address to new address of each page that moved. All have a redirect. */
  addresses: ReadonlyMap<string, string>;
  /** Files whose text was updated, with their new names. */
  changedFiles: string[];
  /** Moved files that other readers can see now. Undefined means every reader. */
  audiences: { file: string; before: Audience | undefined; now: Audience | undefined }[];
}

/**
 * Moves a document or a folder and updates everything that names it: links, pictures and imports in documents, versions
 * and translations, sidebars, questions, pages and the configuration. Old addresses redirect to the new ones. Nothing
 * else in the files changes. `from` and `to` are absolute paths. If a step fails before files are written, everything
 * is moved back.
 */
export async function renameContent(
  environment: BuildEnvironment,
  workDir: string,
  { from, to }: { from: string; to: string },
): Promise<{ renamed: RenameReport } | { fault: string }> {
  const before = await readWrittenSite(environment, workDir);
  if ('problems' in before) return { fault: before.problems.map(formatProblem).join('\n') };
  const fault = findFault(from, to, before.site);
  if (fault !== undefined) return { fault };
  const pairs = [{ from, to }, ...listTranslations(from, to, before.site)];
  const files = new Map(pairs.flatMap((pair) => listFilePairs(pair)));
  for (const pair of pairs) move(pair.from, pair.to);
  const after = await readWrittenSite(environment, workDir).catch((error: unknown) => {
    for (const pair of pairs) move(pair.to, pair.from);
    throw error;
  });
  if ('problems' in after) {
    for (const pair of pairs) move(pair.to, pair.from);
    return { fault: after.problems.map(formatProblem).join('\n') };
  }
  const moves = describeMoves(before.site, after.site, files);
  const changes = collectChanges(before.site, after.site, moves, pairs);
  const writeFaults = changes.flatMap(({ file }) => findWriteFault(file, after.site) ?? []);
  if (writeFaults.length > 0) {
    for (const pair of pairs) move(pair.to, pair.from);
    return { fault: writeFaults.join('\n') };
  }
  const changedFiles = writeAll(changes);
  const final = await readWrittenSite(environment, workDir);
  return {
    renamed: {
      moved: pairs.map((pair) => ({ from: displayPath(pair.from), to: displayPath(pair.to) })),
      addresses: moves.addresses,
      changedFiles,
      audiences: 'site' in final ? findChangedAudiences(before.site, final.site, files) : [],
    },
  };
}

/** Folders and patterns decide who may read the documents in them, so a move can open or close a document. */
function findChangedAudiences(
  before: WrittenSite,
  after: WrittenSite,
  files: ReadonlyMap<string, string>,
): RenameReport['audiences'] {
  return [...files].flatMap(([oldFile, newFile]) => {
    const [audienceBefore, audienceNow] = [before.audiences.get(oldFile), after.audiences.get(newFile)];
    if (JSON.stringify(audienceBefore) === JSON.stringify(audienceNow)) return [];
    return [{ file: displayPath(newFile), before: audienceBefore, now: audienceNow }];
  });
}

function findFault(from: string, to: string, { folders }: WrittenSite): string | undefined {
  const isContent = (file: string) =>
    [...folders.contentDirs, folders.pagesDir].some((folder) => file.startsWith(folder + path.sep));
  if (!existsSync(from)) return `${displayPath(from)} doesn't exist. Check the path.`;
  if (existsSync(to)) {
    const pathInside = path.join(to, path.basename(from));
    const hint =
      to !== from && statSync(to).isDirectory()
        ? ` To move into that folder, write ${displayPath(pathInside)}.`
        : '';
    return `${displayPath(to)} exists already.${hint}`;
  }
  for (const file of [from, to])
    if (!isContent(file))
      return `${displayPath(file)} isn't in a folder for documents. Use one of: ${folders.contentDirs.map((folder) => displayPath(folder)).join(', ')}.`;
  // A symbolic link itself is moved; its target stays.
  for (const folder of [path.dirname(from), to]) {
    const fault = findWriteFault(folder, { folders });
    if (fault !== undefined) return fault;
  }
  const isFolder = statSync(from).isDirectory();
  if (isFolder && to.startsWith(from + path.sep))
    return "A folder can't be moved into itself. Choose a destination outside of it.";
  if (!isFolder && /\.mdx?$/.test(from) && !/\.mdx?$/.test(to))
    return `${displayPath(to)} must end in .md or .mdx, as the document does now.`;
  return undefined;
}

/** Why a file must not be written: a symbolic link in its path leads out of the site. */
function findWriteFault(file: string, { folders }: Pick<WrittenSite, 'folders'>): string | undefined {
  const refusal = findRefusalToWrite(folders.boundary, file);
  return refusal && explainRefusal(refusal, displayPath(file), file);
}

/** Lists the translations of what is moved. They move the same way in their own folders. */
function listTranslations(from: string, to: string, { folders }: WrittenSite) {
  const relateToDocs = (file: string) => path.relative(folders.docsDir, file);
  if (relateToDocs(from).startsWith('..') || relateToDocs(to).startsWith('..')) return [];
  const translationsFolder = folders.contentDirs.at(-1) ?? '';
  const locales =
    existsSync(translationsFolder) && translationsFolder.endsWith('i18n')
      ? readdirSync(translationsFolder)
      : [];
  return locales.flatMap((locale) => {
    const folder = path.join(translationsFolder, locale, 'docusaurus-plugin-content-docs/current');
    const pair = { from: path.join(folder, relateToDocs(from)), to: path.join(folder, relateToDocs(to)) };
    return existsSync(pair.from) && !existsSync(pair.to) ? [pair] : [];
  });
}

function listFilePairs({ from, to }: { from: string; to: string }): [string, string][] {
  if (!statSync(from).isDirectory()) return [[from, to]];
  return listTree(from).map((name) => [path.join(from, name), path.join(to, name)]);
}

function move(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  renameSync(from, to);
  // An empty folder has no use, and Git doesn't store it.
  for (let folder = path.dirname(from); readdirSync(folder).length === 0; folder = path.dirname(folder))
    rmdirSync(folder);
}

function describeMoves(before: WrittenSite, after: WrittenSite, files: ReadonlyMap<string, string>): Moves {
  const addresses = new Map<string, string>();
  const pages = new Map<string, string>();
  for (const [language, pagesByFile] of before.pages.entries()) {
    for (const [file, page] of pagesByFile) {
      if (!pages.has(file)) pages.set(file, page);
      const newAddress = after.pages[language]?.get(files.get(file) ?? file);
      // An address that another page took over is that page's, and needs no redirect.
      if (newAddress !== undefined && newAddress !== page && !after.routes.has(page))
        addresses.set(page, newAddress);
    }
  }
  for (const [page, now] of findMovedCategories(before, after, files)) addresses.set(page, now);
  const { siteDir, contentDirs } = after.folders;
  const listIdsAt = createIdLookup(before, after, files);
  return { files, addresses, pages, routes: before.routes, listIdsAt, siteDir, roots: contentDirs };
}

/** Creates a function that returns new ids by file. Each version has its own ids, found by the documents nearby. */
function createIdLookup(
  before: WrittenSite,
  after: WrittenSite,
  files: ReadonlyMap<string, string>,
): Moves['listIdsAt'] {
  const idsByFile = new Map(after.docs.map((doc) => [doc.absolute, unqualifyName(doc.id)]));
  const newIdsBySet = new Map<string, Map<string, string>>();
  for (const doc of before.docs) {
    const newId = idsByFile.get(files.get(doc.absolute) ?? doc.absolute);
    const newIds = newIdsBySet.get(doc.set) ?? new Map<string, string>();
    newIdsBySet.set(doc.set, newIds);
    const oldId = unqualifyName(doc.id);
    if (files.has(doc.absolute) && newId !== undefined && newId !== oldId) newIds.set(oldId, newId);
  }
  const { docsDir, siteDir } = before.folders;
  const findSet = (file: string) => {
    const [, version, rest] = /[/\\]docusaurus-plugin-content-docs[/\\]([^/\\]+)[/\\](.+)$/.exec(file) ?? [];
    const originalFolder =
      version === 'current' ? docsDir : path.join(siteDir, 'versioned_docs', version ?? '');
    let folder = path.dirname(rest === undefined ? file : path.join(originalFolder, rest));
    for (; folder !== path.dirname(folder); folder = path.dirname(folder)) {
      const docInFolder = before.docs.find(({ absolute }) => absolute.startsWith(folder + path.sep));
      if (docInFolder) return docInFolder.set;
    }
    return '';
  };
  return (file) => newIdsBySet.get(file === undefined ? '' : findSet(file)) ?? new Map();
}

/**
 * Finds the new address of each category page that is gone, because these addresses are made from folder names, too.
 * The successor is the page of the category that has all of its documents, and the fewest others.
 */
function findMovedCategories(
  before: WrittenSite,
  after: WrittenSite,
  files: ReadonlyMap<string, string>,
): Map<string, string> {
  const newPages = new Map<string, string>();
  for (const [language, categories] of before.categories.entries()) {
    const takenPages = new Set<string>();
    for (const { path, sidebar, files: oldFiles } of categories) {
      if (after.routes.has(path) || oldFiles.length === 0) continue;
      const newFiles = oldFiles.map((file) => files.get(file) ?? file);
      const candidates = (after.categories[language] ?? [])
        .filter((each) => each.sidebar === sidebar && !takenPages.has(each.path))
        .filter((each) => newFiles.every((file) => each.files.includes(file)))
        .sort((a, b) => a.files.length - b.files.length);
      const closest = candidates.filter(
        (candidate) => candidate.files.length === candidates[0]?.files.length,
      );
      // Prefer a page that is new. Otherwise take the innermost that was there before.
      const successor = closest.find((each) => !before.routes.has(each.path)) ?? closest.at(-1);
      if (successor === undefined) continue;
      // When two categories have the same documents, outer stays outer.
      if (!before.routes.has(successor.path)) takenPages.add(successor.path);
      newPages.set(path, successor.path);
    }
  }
  return newPages;
}
