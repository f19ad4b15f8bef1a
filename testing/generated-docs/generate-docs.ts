import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../random.ts';
import { samplePage } from './sample-page.ts';
import { pickWord, writeTitle } from './sample-text.ts';

export interface GeneratedDocs {
  /** The pages' files, relative to the docs folder. */
  files: string[];
}

/** Manuals in use have some twenty articles in a chapter. */
const PAGES_PER_FOLDER = 20;
const FOLDERS_PER_PART = 10;
const LINKS_KNOWN = 40;

/**
 * Writes a docs folder of exactly `pages` articles, in numbered folders two deep with `_category_.json`. The
 * same number and seed give the same bytes.
 */
export function generateDocs(docsDir: string, pages: number, seed = 1): GeneratedDocs {
  const random = createRandom(seed);
  const files: string[] = [];
  let folder = docsDir;
  let within = '';
  for (let page = 0; page < pages; page += 1) {
    if (page % PAGES_PER_FOLDER === 0) {
      const chapter = page / PAGES_PER_FOLDER;
      const part = Math.floor(chapter / FOLDERS_PER_PART);
      within = `${part + 1}-part-${part + 1}/${(chapter % FOLDERS_PER_PART) + 1}-${pickWord(random)}-${chapter + 1}`;
      folder = path.join(docsDir, within);
      mkdirSync(folder, { recursive: true });
      if (chapter % FOLDERS_PER_PART === 0) writeCategory(path.dirname(folder), `Part ${part + 1}`, part + 1);
      writeCategory(folder, `${writeTitle(random)} ${chapter + 1}`, (chapter % FOLDERS_PER_PART) + 1);
    }
    const name = `${(page % PAGES_PER_FOLDER) + 1}-${pickWord(random)}-${page + 1}.md`;
    const links = files.slice(-LINKS_KNOWN).map((file) => formatRelativeLink(within, file));
    writeFileSync(path.join(folder, name), samplePage(random, page + 1, links));
    files.push(`${within}/${name}`);
  }
  return { files };
}

function writeCategory(folder: string, label: string, position: number): void {
  const category = {
    label,
    position,
    link: { type: 'generated-index', description: `Articles of ${label}.` },
  };
  writeFileSync(path.join(folder, '_category_.json'), `${JSON.stringify(category, null, 2)}\n`);
}

function formatRelativeLink(fromFolder: string, file: string): string {
  const relativePath = path.posix.relative(fromFolder, file);
  return relativePath.startsWith('.') ? relativePath : `./${relativePath}`;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { pages: { type: 'string', default: '150' }, seed: { type: 'string', default: '1' } },
    allowPositionals: true,
  });
  const [docsDir] = positionals;
  if (docsDir === undefined) {
    console.error('Usage: node testing/generated-docs/generate-docs.ts [--pages 150] [--seed 1] <folder>');
    process.exitCode = 1;
  } else {
    const { files } = generateDocs(path.resolve(docsDir), Number(values.pages), Number(values.seed));
    console.log(`${files.length} pages in ${docsDir}`);
  }
}
