import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildEnvironment } from '../build/folders.ts';
import { displayPath } from '../content/display-path.ts';
import { formatProblem } from '../shared/problem.ts';
import { readWrittenSite } from './written-site.ts';

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
  const doc = read.site.docs.find(({ absolute }) => absolute === file);
  const isListed = doc === undefined || doc.sidebar !== undefined;
  const notes = isListed
    ? []
    : [`No sidebar has it yet: add ${JSON.stringify(doc.id)} to the sidebars file.`];
  return { made: { file: displayPath(file), page: read.site.pages[0]?.get(file), notes } };
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
      ? await refusal(environment, workDir, file)
      : `There is ${displayPath(other)} already.`;
  if (fault !== undefined) return { fault };
  const link = { type: 'generated-index', ...(description === undefined ? {} : { description }) };
  const category = { label, ...(position === undefined ? {} : { position }), link };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(category, null, 2)}\n`, { flag: 'wx' });
  return { made: { file: displayPath(file), notes: ['It shows when a document is in it.'] } };
}

async function refusal(
  environment: BuildEnvironment,
  workDir: string,
  file: string,
): Promise<string | undefined> {
  if (existsSync(file)) return `There is ${displayPath(file)} already.`;
  const read = await readWrittenSite(environment, workDir);
  if ('problems' in read) return read.problems.map(formatProblem).join('\n');
  const { contentDirs } = read.site.folders;
  if (contentDirs.some((folder) => file.startsWith(folder + path.sep))) return undefined;
  const named = contentDirs.map((folder) => displayPath(folder)).join(', ');
  return `${displayPath(file)} is not in a folder of documents: ${named}.`;
}
