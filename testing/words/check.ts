import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findPoorNames } from './names.ts';
import { findStilted } from './prose.ts';
import { type Finding, type Passage, readSourceText } from './source-text.ts';

/**
 * Checks the words of the repository: names of locals and functions, and the English of comments, strings, test titles,
 * Markdown and commit subjects. `npm run check` runs it; arguments are folders or files to look at instead of all.
 */
const CODE = 'src bin testing tests bench deploy site docs tools'
  .split(' ')
  .map((folder) => `${folder}/**/*.{ts,tsx,js,mjs}`);
const MARKDOWN = [
  '*.md',
  '.github/**/*.md',
  '{src,tests,testing,bench,deploy,decisions,docs,bin}/**/*.{md,mdx}',
];
/** Sites that tests compile are material; the manual's articles have rules of their own (`site/checks`). */
const EXCLUDED = [
  '**/node_modules/**',
  '**/.cache/**',
  '**/dist/**',
  'tests/fixtures/**',
  'tests/compat/{edge,edge-sidebars,quirks,sites}/**',
  'site/docs/**',
];
/** Rules about English, whose strings are what they refuse. Their names are checked. */
const RULES_OF_PROSE = /^(?:testing\/words\/(?:prose|fixtures)\.ts|site\/checks\/rules\/.*)$/;
/** Commits whose subjects are checked: those that one would read in a review. */
const COMMITS = 10;
const SUBJECT_LENGTH = 72;

/** Checks names and prose of the files in these folders, or of all. Commit subjects aren't included. */
export function checkWords(folders: readonly string[], only: 'names' | 'words' | 'all' = 'all'): Finding[] {
  const isChosen = (file: string) =>
    folders.length === 0 ||
    folders.some((folder) => file === folder || file.startsWith(`${folder.replace(/\/$/, '')}/`));
  const list = (patterns: string[]) =>
    globSync(patterns, { exclude: EXCLUDED })
      .map((file) => file.split(path.sep).join('/'))
      .filter(isChosen)
      .sort();
  const findings: Finding[] = [];
  for (const file of list(CODE)) {
    const source = readSourceText(file);
    if (only !== 'words') findings.push(...findPoorNames(source));
    if (only !== 'names' && !RULES_OF_PROSE.test(file))
      findings.push(...findInPassages(file, [...source.comments, ...source.strings], source.lineAt));
  }
  if (only === 'names') return findings;
  for (const file of list(MARKDOWN)) {
    const text = readFileSync(file, 'utf8');
    const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
    findings.push(...findInPassages(file, [{ text: blankHeadings(text), start: 0 }], lineAt));
  }
  for (const file of list(['src/config/**/en.json', 'src/features/*/messages/en.json'])) {
    const text = readFileSync(file, 'utf8');
    const values = [...text.matchAll(/(?<=": ")(?:[^"\\]|\\.)*(?=")/g)];
    const passages = values.map((value) => ({ text: value[0], start: value.index }));
    findings.push(...findInPassages(file, passages, (offset) => text.slice(0, offset).split('\n').length));
  }
  return findings;
}

/** Headings may be noun clauses ("What you need"). */
function blankHeadings(text: string): string {
  return text.replaceAll(/^#+ .*$|^\|.*\|$/gm, (line) =>
    line.replaceAll(/(?<=^#+ |\| )Wh(?:at|o)\b/g, 'Xxxx'),
  );
}

function findInPassages(
  file: string,
  passages: readonly Passage[],
  lineAt: (offset: number) => number,
): Finding[] {
  return passages.flatMap((passage) =>
    findStilted(passage).map(({ start, words, advice }) => ({ file, line: lineAt(start), words, advice })),
  );
}

/** Checks the subjects of the newest commits. A tree without Git (a downloaded archive) has none. */
function checkSubjects(): Finding[] {
  let log: string;
  try {
    log = execFileSync('git', ['log', '--no-merges', `-${COMMITS}`, '--format=%h %s'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch {
    return [];
  }
  return log
    .trim()
    .split('\n')
    .flatMap((line, index) => {
      const subject = line.slice(line.indexOf(' ') + 1);
      const place = { file: `commit ${line.split(' ')[0]}`, line: index + 1 };
      const problems: Finding[] = findStilted({ text: subject, start: 0 }).map(({ words, advice }) => ({
        ...place,
        words,
        advice,
      }));
      if (subject.length > SUBJECT_LENGTH) {
        problems.push({
          ...place,
          words: subject,
          advice: `keep subjects under ${SUBJECT_LENGTH} characters`,
        });
      }
      if (!/^[\w/.-]+(?:, [\w/.-]+)*: [a-z`]/.test(subject)) {
        problems.push({ ...place, words: subject, advice: 'write "area: imperative summary"' });
      }
      return problems;
    });
}

if (import.meta.main) {
  const only = process.argv.includes('--names')
    ? 'names'
    : process.argv.includes('--words')
      ? 'words'
      : 'all';
  const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const findings = checkWords(folders, only);
  if (folders.length === 0 && only === 'all') findings.push(...checkSubjects());
  for (const { file, line, words, advice } of findings) console.log(`${file}:${line} "${words}": ${advice}.`);
  console.log(findings.length === 0 ? 'Names and prose: no problems.' : `${findings.length} problems.`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
