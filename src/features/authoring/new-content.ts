import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildEnvironment } from '../../build/folders.ts';
import { rankIndexFile } from '../../content/links/permalinks.ts';
import { unqualifyName } from '../../content/versions/qualify-set.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { formatProblem } from '../../shared/problem.ts';
import { explainRefusal, findRefusalToWrite } from '../../shared/site-boundary.ts';
import { readWrittenSite, type WrittenSite } from './written-site.ts';

/** A document to create. */
interface NewDocument {
  /** Absolute; ends in `.md` or `.mdx`. */
  file: string;
  title: string;
  description?: string | undefined;
  position?: number | undefined;
}

/** A category to create for a folder of documents. */
interface NewCategory {
  /** Absolute path. */
  folder: string;
  label: string;
  description?: string | undefined;
  position?: number | undefined;
}

/** The new file and its page. `notes` list what the author still has to do. */
type NewContent = { file: string; page?: string | undefined; notes: string[] };
type NewContentResult = { made: NewContent } | { fault: string };

/** Creates a document with its front matter. Never overwrites a file. */
export async function writeNewDocument(
  environment: BuildEnvironment,
  workDir: string,
  { file, title, description, position }: NewDocument,
): Promise<NewContentResult> {
  const fault = await findFault(environment, workDir, file);
  if (fault !== undefined) return { fault };
  const lines = [
    `title: ${JSON.stringify(title)}`,
    ...(description === undefined ? [] : [`description: ${JSON.stringify(description)}`]),
    ...(position === undefined ? [] : [`sidebar_position: ${position}`]),
  ];
  mkdirSync(path.dirname(file), { recursive: true });
  // `wx` fails if someone has just created the same file.
  writeFileSync(file, `---\n${lines.join('\n')}\n---\n\n`, { flag: 'wx' });
  const writtenSite = await readWrittenSite(environment, workDir);
  if ('problems' in writtenSite) return { made: { file: displayPath(file), notes: [] } };
  const page = writtenSite.site.pages[0]?.get(file);
  return { made: { file: displayPath(file), page, notes: listNextSteps(file, page, writtenSite.site) } };
}

/** Lists the steps that remain before readers find the document. */
function listNextSteps(file: string, page: string | undefined, { docs, problems }: WrittenSite): string[] {
  const displayedFile = displayPath(file);
  const fileProblems = problems.filter(
    (candidate) => candidate.file === displayedFile || candidate.message.includes(displayedFile),
  );
  if (fileProblems.length > 0) return fileProblems.map(formatProblem);
  if (page === undefined)
    return [
      `${displayedFile} has no page: names that begin with "_" and files that the configuration excludes are left out. Rename the file.`,
    ];
  const doc = docs.find(({ absolute }) => absolute === file);
  return doc && doc.sidebar === undefined
    ? [
        `No sidebar lists the document yet. Add ${JSON.stringify(unqualifyName(doc.id))} to the sidebars file.`,
      ]
    : [];
}

/** Creates `_category_.json`, which gives a folder a name in the sidebar and a page that lists its documents. */
export async function writeNewCategory(
  environment: BuildEnvironment,
  workDir: string,
  { folder, label, description, position }: NewCategory,
): Promise<NewContentResult> {
  const file = path.join(folder, '_category_.json');
  const yamlFile = ['_category_.yml', '_category_.yaml']
    .map((name) => path.join(folder, name))
    .find((name) => existsSync(name));
  const fault =
    yamlFile === undefined
      ? await findFault(environment, workDir, file, folder)
      : `${displayPath(yamlFile)} exists already. Edit that file.`;
  if (fault !== undefined) return { fault };
  // A generated list would replace the folder's own index document as the page of the category.
  const indexFile = findIndexDocument(folder);
  const link = { type: 'generated-index', ...(description === undefined ? {} : { description }) };
  const category = {
    label,
    ...(position === undefined ? {} : { position }),
    ...(indexFile === undefined ? { link } : {}),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(category, null, 2)}\n`, { flag: 'wx' });
  const note =
    indexFile === undefined
      ? 'The category appears in the sidebar when a document is in the folder.'
      : `${displayPath(indexFile)} is its page.`;
  return { made: { file: displayPath(file), notes: [note] } };
}

function findIndexDocument(folder: string): string | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const indexName = names.find((name) => {
    const base = /^(.+)\.mdx?$/i.exec(name)?.[1];
    return base !== undefined && rankIndexFile({ folder, name: base }) !== undefined;
  });
  return indexName === undefined ? undefined : path.join(folder, indexName);
}

async function findFault(
  environment: BuildEnvironment,
  workDir: string,
  file: string,
  category?: string,
): Promise<string | undefined> {
  if (existsSync(file)) return `${displayPath(file)} exists already. Choose another name.`;
  const writtenSite = await readWrittenSite(environment, workDir);
  if ('problems' in writtenSite) return writtenSite.problems.map(formatProblem).join('\n');
  const { contentDirs, pagesDir, boundary } = writtenSite.site.folders;
  const root = [...contentDirs, pagesDir].find((folder) => file.startsWith(folder + path.sep));
  if (root === undefined) {
    const folderList = contentDirs.map((folder) => displayPath(folder)).join(', ');
    return `${displayPath(file)} isn't in a folder for documents. Use one of: ${folderList}.`;
  }
  const refusal = findRefusalToWrite(boundary, file);
  if (refusal) return explainRefusal(refusal, displayPath(file), file);
  if (category === root)
    return `${displayPath(root)} holds all documents and can't be a category. Name a folder inside it.`;
  return findPathFault(root, path.dirname(file));
}

/** Finds a part of the path that is a file, or that exists in other capitals: most systems treat those as the same. */
function findPathFault(root: string, folder: string): string | undefined {
  let current = root;
  for (const name of path.relative(root, folder).split(path.sep).filter(Boolean)) {
    if (!existsSync(current)) return undefined;
    if (!statSync(current).isDirectory()) break;
    const sameNameInOtherCase = readdirSync(current).find(
      (candidate) => candidate !== name && candidate.toLowerCase() === name.toLowerCase(),
    );
    if (sameNameInOtherCase !== undefined)
      return `${displayPath(path.join(current, sameNameInOtherCase))} exists already. Write the path with the same capitals.`;
    current = path.join(current, name);
  }
  return existsSync(current) && !statSync(current).isDirectory()
    ? `${displayPath(current)} is a file, not a folder. Choose another path.`
    : undefined;
}
