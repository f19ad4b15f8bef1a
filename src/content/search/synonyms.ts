import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSynonymRule, type SynonymRule } from '../../config/synonym-rules.ts';
import type { Problem } from '../../shared/problem.ts';
import { QUESTIONS_FOLDER } from './questions.ts';

export const SYNONYMS_FILE = path.join(QUESTIONS_FOLDER, 'synonyms.txt');

/**
 * Reads the synonyms in the docs folder, which add to those of the configuration. One rule per line, `#` for comments.
 */
export async function readSynonyms(
  docsDir: string,
  displayPath: (file: string) => string,
): Promise<{ synonyms: SynonymRule[]; problems: Problem[] }> {
  const file = path.join(docsDir, SYNONYMS_FILE);
  const text = await readFile(file, 'utf8').catch(() => '');
  const synonyms: SynonymRule[] = [];
  const problems: Problem[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const ruleText = line.replace(/(?:^|\s)#.*$/, '').trim();
    if (ruleText === '') continue;
    const rule = parseSynonymRule(ruleText);
    if (typeof rule !== 'string') synonyms.push(rule);
    else
      problems.push({
        code: 'synonyms',
        severity: 'error',
        file: displayPath(file),
        line: index + 1,
        message: `"${ruleText}" ${rule}.`,
      });
  }
  return { synonyms, problems };
}
