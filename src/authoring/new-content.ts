import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildEnvironment } from '../build/folders.ts';
import { indexRank } from '../content/permalinks.ts';
import { plainName } from '../content/qualify-set.ts';
import { displayPath } from '../shared/file-paths.ts';
import { formatProblem } from '../shared/problem.ts';
import { explainRefusal, refusalToWrite } from '../shared/site-boundary.ts';
import { readWrittenSite, type WrittenSite } from './written-site.ts';

interface NewDocument {
  /** Absolute; ends in `.md` or `.mdx`. */
  file: string;
  title: string;
  description?: string | undefined;
  position?: number | undefined;
}

interface NewCategory {
  /** Absolute. */
  folder: string;
  label: string;
  description?: string | undefined;
  position?: number | undefined;
}

/** `notes`: what is to be done besides. */
type Made = { file: string; page?: string | undefined; notes: string[] };
type Result = { made: Made } | { fault: string };

/** A document with what its front matter must say, where readers find it. */
export async function newDocument(
  environment: BuildEnvironment,
  workDir: string,
  { file, title, description, position }: NewDocument,
): Promise<Result> {
  const fault = await refusal(environment, workDir, file);
  if (fault !== undefined) return { fault };
  const lines = [
    `title: ${JSON.stringify(title)}`,
    ...(description === undefined ? [] : [`description: ${JSON.stringify(description)}`]),
    ...(position === undefined ? [] : [`sidebar_position: ${position}`]),
  ];
  mkdirSync(path.dirname(file), { recursive: true });
  // Never over one that somebody else has just made.
  writeFileSync(file, `---\n${lines.join('\n')}\n---\n\n`, { flag: 'wx' });
  const read = await readWrittenSite(environment, workDir);
  if ('problems' in read) return { made: { file: displayPath(file), notes: [] } };
  const page = read.site.pages[0]?.get(file);
  return { made: { file: displayPath(file), page, notes: notesOn(file, page, read.site) } };
}

/** What else is to be done until readers find it. */
function notesOn(file: string, page: string | undefined, { docs, problems }: WrittenSite): string[] {
  const shown = displayPath(file);
  const wrong = problems.filter((each) => each.file === shown || each.message.includes(shown));
  if (wrong.length > 0) return wrong.map(formatProblem);
  if (page === undefined)
    return [
      'No page is made of it: names that begin with "_", and what the configuration excludes, are left out.',
    ];
  const doc = docs.find(({ absolute }) => absolute === file);
  return doc && doc.sidebar === undefined
    ? [`No sidebar has it yet: add ${JSON.stringify(plainName(doc.id))} to the sidebars file.`]
    : [];
}

/** The file that names a folder in the sidebar, with a page that lists what is in it. */
export async function newCategory(
  environment: BuildEnvironment,
  workDir: string,
  { folder, label, description, position }: NewCategory,
): Promise<Result> {
  const file = path.join(folder, '_category_.json');
  const other = ['_category_.yml', '_category_.yaml']
    .map((name) => path.join(folder, name))
    .find((name) => existsSync(name));
  const fault =
    other === undefined
      ? await refusal(environment, workDir, file, folder)
      : `There is ${displayPath(other)} already.`;
  if (fault !== undefined) return { fault };
  // Its own document is its page already: a list would take that from it.
  const index = indexDocument(folder);
  const link = { type: 'generated-index', ...(description === undefined ? {} : { description }) };
  const category = {
    label,
    ...(position === undefined ? {} : { position }),
    ...(index === undefined ? { link } : {}),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(category, null, 2)}\n`, { flag: 'wx' });
  const note =
    index === undefined ? 'It shows when a document is in it.' : `Its page is ${displayPath(index)}.`;
  return { made: { file: displayPath(file), notes: [note] } };
}

function indexDocument(folder: string): string | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const found = names.find((name) => {
    const base = /^(.+)\.mdx?$/i.exec(name)?.[1];
    return base !== undefined && indexRank({ folder, name: base }) !== undefined;
  });
  return found === undefined ? undefined : path.join(folder, found);
}

async function refusal(
  environment: BuildEnvironment,
  workDir: string,
  file: string,
  category?: string,
): Promise<string | undefined> {
  if (existsSync(file)) return `There is ${displayPath(file)} already.`;
  const read = await readWrittenSite(environment, workDir);
  if ('problems' in read) return read.problems.map(formatProblem).join('\n');
  const { contentDirs, pagesDir, boundary } = read.site.folders;
  const root = [...contentDirs, pagesDir].find((folder) => file.startsWith(folder + path.sep));
  if (root === undefined) {
    const named = contentDirs.map((folder) => displayPath(folder)).join(', ');
    return `${displayPath(file)} is not in a folder of documents: ${named}.`;
  }
  const outside = refusalToWrite(boundary, file);
  if (outside) return explainRefusal(outside, displayPath(file), file);
  if (category === root) return `${displayPath(root)} is no category: name a folder in it.`;
  return wrongFolder(root, path.dirname(file));
}

/** A part of the way that is a file, or that is there in other capitals, which most systems take for the same. */
function wrongFolder(root: string, folder: string): string | undefined {
  let at = root;
  for (const name of path.relative(root, folder).split(path.sep).filter(Boolean)) {
    if (!existsSync(at)) return undefined;
    if (!statSync(at).isDirectory()) break;
    const other = readdirSync(at).find((each) => each !== name && each.toLowerCase() === name.toLowerCase());
    if (other !== undefined)
      return `There is ${displayPath(path.join(at, other))} already: write it like that.`;
    at = path.join(at, name);
  }
  return existsSync(at) && !statSync(at).isDirectory() ? `${displayPath(at)} is no folder.` : undefined;
}
