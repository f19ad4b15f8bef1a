import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { AddressQuestions } from '../../model/site.ts';
import { findLineOfKey, findLinesOfKeys } from '../../shared/line-of-key.ts';
import { createErrorReporter, type Problem } from '../../shared/problem.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import { parseYaml } from '../yaml.ts';

export const QUESTIONS_FOLDER = '_questions';
const FORM =
  'Write the address of a page, such as "/docs/page#heading:", and its questions below it: "  - How do I …?"';

const schema = z.record(z.string().startsWith('/'), z.array(z.string().trim().min(1)).min(1));

/** Reads the questions of readers from every YAML file in `_questions` in the docs folder, in order of file names. */
export async function readQuestions(
  docsDir: string,
  displayPath: (file: string) => string,
): Promise<{ questions: AddressQuestions[]; problems: Problem[] }> {
  const folder = path.join(docsDir, QUESTIONS_FOLDER);
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort();
  const read = await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      return parseQuestions(String(await readRegularFile(file)), displayPath(file));
    }),
  );
  return {
    questions: read.flatMap(({ questions }) => questions),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function parseQuestions(
  source: string,
  file: string,
): { questions: AddressQuestions[]; problems: Problem[] } {
  const text = source.replace(/^\uFEFF/, '');
  const problem = createErrorReporter('questions', file);
  const yaml = parseYaml(text);
  if (!yaml.ok)
    return { questions: [], problems: [problem(`The questions can't be read: ${yaml.reason}.`, yaml.line)] };
  const parseResult = schema.safeParse(yaml.value ?? {});
  if (!parseResult.success) {
    const addresses = new Set(parseResult.error.issues.map(({ path: [address = ''] }) => String(address)));
    const problems = [...addresses].map((address) =>
      problem(
        address === ''
          ? `The file doesn't list questions by page. ${FORM}`
          : `"${address}" has no valid list of questions. ${FORM}`,
        findLineOfKey(text, address),
      ),
    );
    return { questions: [], problems };
  }
  const lines = findLinesOfKeys(text);
  const questions = Object.entries(parseResult.data).map(([address, questions]) => ({
    address,
    questions,
    file,
    line: lines.get(address) ?? findLineOfKey(text, address),
  }));
  return { questions, problems: [] };
}
