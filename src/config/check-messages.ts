/**
 * `npm run check` runs this: it compares each translation in `messages/`, here and in the folders of features, with the
 * `en.json` beside it, prints what is missing or wrong and fails if a message can't work as it is. Readers see English
 * where a message is missing, so that only warns.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lineOfKey } from '../shared/line-of-key.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';
import { messagesFor, readMessageFiles, type Translation, translations } from './messages.ts';

/**
 * Finds the problems of a translation. `file` is the path that problems name, `text` the content of that file. `messages`
 * are the English ones; those of the rooms by default.
 */
export function findMessageProblems(
  { language, content }: Translation,
  { file, text, messages = messagesFor('en') }: { file: string; text: string; messages?: unknown },
): Problem[] {
  const english = flatten(messages);
  const translated = flatten(content);
  const problem = (severity: Problem['severity'], message: string, name?: string): Problem => ({
    ...{ code: 'messages', severity, file, message },
    line: name === undefined ? undefined : lineOfKey(text, name.slice(name.lastIndexOf('.') + 1)),
  });

  const missing = [...english.keys()].filter((name) => !translated.has(name));
  const superfluous = [...translated.keys()].filter((name) => !english.has(name));
  const differing = [...english].flatMap(([name, message]) => {
    const expected = listPlaceholders(message);
    const actual = listPlaceholders(translated.get(name) ?? message);
    if (expected === actual) return [];
    return problem('error', `"${name}" needs the placeholders of English: ${expected || 'none'}.`, name);
  });
  return [
    ...superfluous.map((name) => problem('error', `There is no message "${name}". Remove it.`, name)),
    ...differing,
    ...(missing.length === 0
      ? []
      : [
          problem(
            'warning',
            `${missing.length} of ${english.size} messages are missing in "${language}", so readers see them in English: ${summarize(missing, [...english.keys()])}.`,
          ),
        ]),
  ];
}

/** Lists these names. A subject that lacks all of its messages is one entry: `all of blog`. */
function summarize(names: readonly string[], allNames: readonly string[]): string {
  const readSubject = (name: string) => name.split('.', 1)[0] ?? '';
  const sizes = Map.groupBy(allNames, readSubject);
  const entries = [...Map.groupBy(names, readSubject)].flatMap(([subject, missing]) =>
    missing.length > 1 && missing.length === sizes.get(subject)?.length ? [`all of ${subject}`] : missing,
  );
  return entries.join(', ');
}

/** Messages by their path in the file: `signIn.email`. */
function flatten(part: unknown, path = ''): Map<string, string> {
  if (typeof part !== 'object' || part === null) return new Map([[path, String(part)]]);
  return new Map(
    Object.entries(part).flatMap(([key, value]) => [...flatten(value, path === '' ? key : `${path}.${key}`)]),
  );
}

/** Each once: languages have different numbers of plural forms, and each form repeats the placeholders. */
function listPlaceholders(message: string): string {
  return [...new Set(message.match(/\{\w+\}/g))].sort().join(' ');
}

/**
 * Checks each folder of messages: that of the rooms, and those of features below `root`. A language of the rooms that
 * a feature has no file for is missing all of its messages there.
 */
export function checkMessages(root: URL): Problem[] {
  const folders = ['src/config/messages', ...globSync('src/features/*/messages', { cwd: root }).sort()];
  return folders.flatMap((folder) => {
    const url = new URL(`${folder}/`, root);
    const messages: unknown = JSON.parse(readFileSync(new URL('en.json', url), 'utf8'));
    const translated = readMessageFiles(url);
    const absent = translations
      .filter(({ language }) => !translated.some((one) => one.language === language))
      .map(({ language }) => ({ language, content: {} }));
    return [...translated, ...absent].flatMap((translation) => {
      const name = `${translation.language}.json`;
      const text = existsSync(new URL(name, url)) ? readFileSync(new URL(name, url), 'utf8') : '';
      return findMessageProblems(translation, { file: path.posix.join(folder, name), text, messages });
    });
  });
}

if (import.meta.main) {
  const problems = checkMessages(new URL('../../', import.meta.url));
  for (const problem of problems) console.error(formatProblem(problem));
  if (problems.some(({ severity }) => severity === 'error')) process.exitCode = 1;
}
