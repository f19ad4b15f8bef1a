import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configurationFile } from '../../adopt/load-configuration.ts';
import { plainName } from '../../content/qualify-set.ts';
import { QUESTIONS_FOLDER } from '../../content/questions.ts';
import { sidebarsFiles } from '../../content/read-sidebars.ts';
import { displayPath, pathFrom } from '../../shared/file-paths.ts';
import { folderTree } from '../../shared/folder-tree.ts';
import type { WrittenSite } from '../written-site.ts';
import {
  followInCategory,
  followInCode,
  followInPatterns,
  followInQuestions,
  followInSidebars,
  withRedirects,
} from './follow-elsewhere.ts';
import { followInDocument } from './follow-in-document.ts';
import type { Moves } from './moves.ts';

type Change = { file: string; text: string };

/** Every file that names what has moved, with what it is to say. */
export function changesOf(
  before: WrittenSite,
  after: WrittenSite,
  moves: Moves,
  pairs: readonly { from: string; to: string }[],
): Change[] {
  const { docsDir, siteDir, contentDirs, pagesDir, boundary } = after.folders;
  const listTree = (folder: string) => folderTree(folder, { boundary }).files;
  const changes = new Map<string, string>();
  const change = (file: string, follow: (source: string) => string) => {
    const source = changes.get(file) ?? readFileSync(file, 'utf8');
    const text = follow(source);
    if (text !== source) changes.set(file, text);
  };
  const wasCalled = new Map([...moves.files].map(([was, now]) => [now, was]));
  for (const folder of [...contentDirs, pagesDir])
    for (const name of listTree(folder)) {
      const now = path.join(folder, name);
      const file = { before: wasCalled.get(now) ?? now, after: now };
      if (/\.mdx?$/i.test(name)) change(now, (source) => followInDocument(source, file, moves));
      else if (/(?:^|\/)_category_\.(?:json|ya?ml)$/.test(name))
        change(now, (source) => followInCategory(source, idsIn(before, file, moves)));
    }
  for (const { file, docs } of sidebarsOf(after))
    change(file, (source) =>
      followInCode(
        followInSidebars(source, moves.idsAt(path.join(docs, 'any.md')), movedIn(docs, pairs)),
        moves,
      ),
    );
  const questions = path.join(docsDir, QUESTIONS_FOLDER);
  for (const name of listTree(questions).filter((name) => /\.ya?ml$/.test(name)))
    change(path.join(questions, name), (source) => followInQuestions(source, moves));
  const code = listTree(path.join(siteDir, 'src')).map((name) => path.join(siteDir, 'src', name));
  const config = configurationFile(siteDir);
  for (const file of code.filter((name) => /\.[jt]sx?$/.test(name)))
    change(file, (source) => followInCode(source, moves));
  if (config !== undefined)
    change(config, (source) => followInPatterns(followInCode(source, moves), movedIn(siteDir, pairs)));
  const redirects = path.join(docsDir, 'redirects.json');
  if (moves.addresses.size > 0) {
    const source = existsSync(redirects) ? readFileSync(redirects, 'utf8') : undefined;
    changes.set(redirects, withRedirects(source, moves));
  }
  return [...changes].map(([file, text]) => ({ file, text }));
}

function movedIn(folder: string, pairs: readonly { from: string; to: string }[]): Map<string, string> {
  return new Map(pairs.map(({ from, to }) => [pathFrom(folder, from), pathFrom(folder, to)]));
}

/** Every sidebars file, with the folder of the documents that it lists. */
function sidebarsOf({ folders }: WrittenSite): { file: string; docs: string }[] {
  const { docsDir, sidebars, contentDirs, boundary } = folders;
  const current = sidebarsFiles(docsDir, sidebars)
    .filter((name) => existsSync(name))
    .map((file) => ({ file, docs: docsDir }));
  const earlier = contentDirs
    .filter((folder) => folder.endsWith('versioned_docs'))
    .flatMap((folder) => {
      const listed = folder.replace(/docs$/, 'sidebars');
      return folderTree(listed, { boundary }).files.flatMap((name) => {
        const version = /^(version-.+)-sidebars\.json$/.exec(name)?.[1];
        return version === undefined
          ? []
          : [{ file: path.join(listed, name), docs: path.join(folder, version) }];
      });
    });
  return [...current, ...earlier];
}

/** What the id in a category file is now: it is a whole one, or only the name of a document beside that file. */
function idsIn(
  { docs }: WrittenSite,
  file: { before: string; after: string },
  { idsAt, files }: Moves,
): (id: string) => string | undefined {
  const folder = path.dirname(file.before);
  const ids = idsAt(file.before);
  const beside = docs.filter(({ absolute }) => path.dirname(absolute) === folder);
  return (id) => {
    const doc = beside.find((each) => path.posix.basename(plainName(each.id)) === id);
    if (doc === undefined) return ids.get(id);
    const now = ids.get(plainName(doc.id));
    const isBeside = path.dirname(files.get(doc.absolute) ?? doc.absolute) === path.dirname(file.after);
    return now !== undefined && isBeside ? path.posix.basename(now) : now;
  };
}

export function writeAll(changes: readonly Change[]): string[] {
  for (const { file, text } of changes) writeFileSync(file, text);
  return changes.map(({ file }) => displayPath(file)).sort();
}
