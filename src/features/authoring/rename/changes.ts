import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { QUESTIONS_FOLDER } from '../../../content/search/questions.ts';
import { listSidebarsFiles } from '../../../content/sidebars/read-sidebars.ts';
import { unqualifyName } from '../../../content/versions/qualify-set.ts';
import { configurationFile } from '../../../docusaurus/configuration/load-configuration.ts';
import { toCanonicalText } from '../../../shared/canonical-text.ts';
import { displayPath, formatPathFrom } from '../../../shared/file-paths.ts';
import { readFolderTree } from '../../../shared/folder-tree.ts';
import type { WrittenSite } from '../written-site.ts';
import {
  addRedirects,
  updateCategory,
  updateCode,
  updatePaths,
  updateQuestions,
  updateSidebars,
} from './follow-elsewhere.ts';
import { updateDocument } from './follow-in-document.ts';
import type { Moves } from './moves.ts';

type Change = { file: string; text: string };

/** Collects the new text of every file that names something that moved: documents, sidebars, pages, configuration. */
export function collectChanges(
  before: WrittenSite,
  after: WrittenSite,
  moves: Moves,
  pairs: readonly { from: string; to: string }[],
): Change[] {
  const { docsDir, siteDir, contentDirs, pagesDir, boundary } = after.folders;
  const listTree = (folder: string) => readFolderTree(folder, { boundary }).files;
  const changes = new Map<string, string>();
  const change = (file: string, follow: (source: string) => string) => {
    const source = changes.get(file) ?? readFileSync(file, 'utf8');
    const text = follow(source);
    if (text !== source) changes.set(file, text);
  };
  const oldPaths = new Map([...moves.files].map(([was, now]) => [now, was]));
  for (const folder of [...contentDirs, pagesDir])
    for (const name of listTree(folder)) {
      const now = path.join(folder, name);
      const file = { before: oldPaths.get(now) ?? now, after: now };
      if (/\.mdx?$/i.test(name)) change(now, (source) => updateDocument(source, file, moves));
      else if (/(?:^|\/)_category_\.(?:json|ya?ml)$/.test(name))
        change(now, (source) => updateCategory(source, createCategoryIdLookup(before, file, moves)));
    }
  for (const { file, docs } of locateSidebarsFiles(after))
    change(file, (source) =>
      updateCode(
        updateSidebars(source, moves.listIdsAt(path.join(docs, 'any.md')), listPathsWithin(docs, pairs)),
        moves,
      ),
    );
  const questions = path.join(docsDir, QUESTIONS_FOLDER);
  for (const name of listTree(questions).filter((name) => /\.ya?ml$/.test(name)))
    change(path.join(questions, name), (source) => updateQuestions(source, moves));
  const code = listTree(path.join(siteDir, 'src')).map((name) => path.join(siteDir, 'src', name));
  const config = configurationFile(siteDir);
  for (const file of code.filter((name) => /\.[jt]sx?$/.test(name)))
    change(file, (source) => updateCode(source, moves));
  if (config !== undefined)
    change(config, (source) => updatePaths(updateCode(source, moves), listPathsWithin(siteDir, pairs)));
  const redirects = path.join(docsDir, 'redirects.json');
  if (moves.addresses.size > 0) {
    const source = existsSync(redirects) ? readFileSync(redirects, 'utf8') : undefined;
    changes.set(redirects, addRedirects(source, moves));
  }
  return [...changes].map(([file, text]) => ({ file, text }));
}

function listPathsWithin(
  folder: string,
  pairs: readonly { from: string; to: string }[],
): Map<string, string> {
  return new Map(pairs.map(({ from, to }) => [formatPathFrom(folder, from), formatPathFrom(folder, to)]));
}

/** Lists every sidebars file with the folder of its documents. */
function locateSidebarsFiles({ folders }: WrittenSite): { file: string; docs: string }[] {
  const { docsDir, sidebars, contentDirs, boundary } = folders;
  const current = listSidebarsFiles(docsDir, sidebars)
    .filter((name) => existsSync(name))
    .map((file) => ({ file, docs: docsDir }));
  const earlierFolders = contentDirs
    .filter((folder) => folder.endsWith('versioned_docs'))
    .flatMap((folder) => {
      const sidebarsFolder = folder.replace(/docs$/, 'sidebars');
      return readFolderTree(sidebarsFolder, { boundary }).files.flatMap((name) => {
        const version = /^(version-.+)-sidebars\.json$/.exec(name)?.[1];
        return version === undefined
          ? []
          : [{ file: path.join(sidebarsFolder, name), docs: path.join(folder, version) }];
      });
    });
  return [...current, ...earlierFolders];
}

/** Translates an id in a category file. It can be a whole id, or the name of a document in the same folder. */
function createCategoryIdLookup(
  { docs }: WrittenSite,
  file: { before: string; after: string },
  { listIdsAt, files }: Moves,
): (id: string) => string | undefined {
  const folder = path.dirname(file.before);
  const ids = listIdsAt(file.before);
  const docsBeside = docs.filter(({ absolute }) => path.dirname(absolute) === folder);
  return (writtenId) => {
    const id = toCanonicalText(writtenId);
    const doc = docsBeside.find((candidate) => path.posix.basename(unqualifyName(candidate.id)) === id);
    if (doc === undefined) return ids.get(id);
    const newId = ids.get(unqualifyName(doc.id));
    const isBeside = path.dirname(files.get(doc.absolute) ?? doc.absolute) === path.dirname(file.after);
    return newId !== undefined && isBeside ? path.posix.basename(newId) : newId;
  };
}

/** Writes the files and returns their paths for display, sorted. */
export function writeAll(changes: readonly Change[]): string[] {
  for (const { file, text } of changes) writeFileSync(file, text);
  return changes.map(({ file }) => displayPath(file)).sort();
}
