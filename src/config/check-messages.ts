/**
 * `npm run check` runs this: it compares each translation in `messages/`, here and in the folders of features, with the
 * `en.json` beside it, prints what is missing or wrong and fails if a message can't work as it is. Readers see English
 * where a message is missing, so that only warns.
 */
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTextIfPresent } from '../shared/if-present.ts';
import { isRecord } from '../shared/json.ts';
import { findLineOfKey } from '../shared/line-of-key.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';
import { findMessagesFor, readFeatureTranslations, readMessageFiles, type Translation } from './messages.ts';

/**
 * Finds the problems of a translation. `file` is the path that problems name, `text` the content of that file. `messages`
 * are the English ones; those of the rooms by default.
 */
export function findMessageProblems(
  { language, content }: Translation,
  { file, text, messages = findMessagesFor('en') }: { file: string; text: string; messages?: unknown },
): Problem[] {
  const english = flatten(messages);
  const translatedMessages = flatten(content);
  const createProblem = (severity: Problem['severity'], message: string, name?: string): Problem => ({
    ...{ code: 'messages', severity, file, message },
    line: name === undefined ? undefined : findLineOfKey(text, name.slice(name.lastIndexOf('.') + 1)),
  });

  const missing = [...english.keys()].filter((name) => !translatedMessages.has(name));
  const superfluous = [...translatedMessages.keys()].filter((name) => !english.has(name));
  const differingPlaceholders = [...english].flatMap(([name, message]) => {
    const expected = listPlaceholders(message);
    const actual = listPlaceholders(translatedMessages.get(name) ?? message);
    if (expected === actual) return [];
    return createProblem(
      'error',
      `"${name}" needs the placeholders of English: ${expected || 'none'}.`,
      name,
    );
  });
  return [
    ...superfluous.map((name) => createProblem('error', `There is no message "${name}". Remove it.`, name)),
    ...differingPlaceholders,
    ...(missing.length === 0
      ? []
      : [
          createProblem(
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

/**
 * Counts each placeholder once, because languages have different numbers of plural forms and each form repeats the
 * placeholders.
 */
function listPlaceholders(message: string): string {
  return [...new Set(message.match(/\{\w+\}/g))].sort().join(' ');
}

const ROOMS = 'src/config/messages';

/**
 * Checks each folder of messages: that of the rooms, and those of features below `root`. A feature's messages in a
 * language are in its folder, or in the rooms' file of the language. If they are nowhere, all of them are missing.
 */
export function checkMessages(root: URL): Problem[] {
  const rooms = readMessageFiles(new URL(`${ROOMS}/`, root));
  const folders = globSync('src/features/*/messages', { cwd: root })
    .map((folder) => folder.split(path.sep).join('/'))
    .sort();
  const features = new Map(
    folders.map((folder) => [path.posix.basename(path.posix.dirname(folder)), folder]),
  );
  const readText = (file: string) => readTextIfPresent(fileURLToPath(new URL(file, root))) ?? '';
  const check = (folder: string, source: string, translation: Translation) => {
    const file = path.posix.join(source, `${translation.language}.json`);
    const messages: unknown = JSON.parse(readText(`${folder}/en.json`));
    return findMessageProblems(translation, { file, text: readText(file), messages });
  };
  return [
    ...rooms.flatMap(({ language, content }) => {
      const { features: _, ...groups } = isRecord(content) ? content : {};
      return check(ROOMS, ROOMS, { language, content: groups });
    }),
    ...rooms.flatMap((translation) => findUnusedFeatures(translation, features, root)),
    ...[...features].flatMap(([feature, folder]) => {
      const ofFeature = readMessageFiles(new URL(`${folder}/`, root));
      const roomTranslations = readFeatureTranslations(feature, rooms);
      const isIn = (list: readonly Translation[], language: string) =>
        list.some((candidate) => candidate.language === language);
      const absent = rooms.filter(({ language }) => !isIn([...ofFeature, ...roomTranslations], language));
      return [
        ...ofFeature.flatMap((translation) => check(folder, folder, translation)),
        ...roomTranslations
          .filter(({ language }) => !isIn(ofFeature, language))
          .flatMap((translation) => check(folder, ROOMS, translation)),
        ...absent.flatMap(({ language }) => check(folder, folder, { language, content: {} })),
      ];
    }),
  ];
}

/** Messages of features in a file of the rooms that no reader sees. `features` are the folders by name. */
function findUnusedFeatures(
  { language, content }: Translation,
  features: ReadonlyMap<string, string>,
  root: URL,
): Problem[] {
  const file = path.posix.join(ROOMS, `${language}.json`);
  const names = isRecord(content) && isRecord(content.features) ? Object.keys(content.features) : [];
  return names.flatMap((name): Problem[] => {
    const folder = features.get(name);
    const featureFile = `${folder}/${language}.json`;
    if (folder !== undefined && !existsSync(new URL(featureFile, root))) return [];
    const message =
      folder === undefined
        ? `There is no feature "${name}" with messages. Remove it.`
        : `"features.${name}" isn't used, because there is ${featureFile}. Move the messages there.`;
    return [{ code: 'messages', severity: 'error', file, message }];
  });
}

if (import.meta.main) {
  const problems = checkMessages(new URL('../../', import.meta.url));
  for (const problem of problems) console.error(formatProblem(problem));
  if (problems.some(({ severity }) => severity === 'error')) process.exitCode = 1;
}
