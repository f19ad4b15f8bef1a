import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSynonymRule, type SynonymRule } from '../config/synonym-rules.ts';
import type { Problem } from '../shared/problem.ts';
import { QUESTIONS_FOLDER } from './questions.ts';

export const SYNONYMS_FILE = path.join(QUESTIONS_FOLDER, 'synonyms.txt');

/** What readers' words mean, besides what the configuration says: a rule on each line, `#` before a remark. */
export async function readSynonyms(
  docsDir: string,
  displayPath: (file: string) => string,
): Promise<{ synonyms: SynonymRule[]; problems: Problem[] }> {
  const file = path.join(docsDir, SYNONYMS_FILE);
  const text = await readFile(file, 'utf8').catch(() => '');
  const synonyms: SynonymRule[] = [];
  const problems: Problem[] = [];
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const said = line.replace(/(?:^|\s)#.*$/, '').trim();
    if (said === '') continue;
    const rule = parseSynonymRule(said);
    if (typeof rule !== 'string') synonyms.push(rule);
    else
      problems.push({
        code: 'synonyms',
        severity: 'error',
        file: displayPath(file),
        line: at + 1,
        message: `"${said}" ${rule}.`,
      });
  }
  return { synonyms, problems };
}
