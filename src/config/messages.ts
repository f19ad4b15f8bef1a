import { readdirSync, readFileSync } from 'node:fs';
import { isRecord } from '../shared/json.ts';
import en from './messages/en.json' with { type: 'json' };

/** Every message, by subject. `en.json` says which there are; other languages may leave some out. */
export type Messages = typeof en;

/** A file of `messages/`. */
export interface Translation {
  /** BCP 47: the name of the file, such as `es` or `pt-BR`. */
  language: string;
  /** Content of the file. Messages that it leaves out are missing here. */
  content: unknown;
}

/** Reads all languages but English, one for each file of the folder. */
export function readMessageFiles(folder: URL): Translation[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'en.json')
    .sort()
    .map((name) => ({
      language: name.slice(0, -'.json'.length),
      content: JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
    }));
}

/** All languages of the rooms but English. */
const translations: readonly Translation[] = readMessageFiles(new URL('./messages/', import.meta.url));

/**
 * Translations of a feature's messages in the files of the rooms, under `features.<name>`. So a new language can be one
 * file: the folder of a feature needs none.
 */
export function readFeatureTranslations(
  feature: string,
  roomTranslations: readonly Translation[] = translations,
): Translation[] {
  return roomTranslations.flatMap(({ language, content }) => {
    const part = isRecord(content) && isRecord(content.features) ? content.features[feature] : undefined;
    return part === undefined ? [] : [{ language, content: part }];
  });
}

/** The messages of each language that was asked for. Filling the gaps of one takes longer than reading its file. */
const messagesByLanguage = new Map([['en', en]]);

/** Returns the English messages with each one replaced by its translation, if there is one. */
function fillGaps<Tree>(english: Tree, translation: unknown): Tree {
  if (typeof english !== 'object' || english === null) {
    // Every leaf is a string.
    return typeof translation === 'string' ? (translation as Tree) : english;
  }
  const parts: Readonly<Record<string, unknown>> =
    typeof translation === 'object' && translation !== null ? { ...translation } : {};
  const entries = Object.entries(english).map(([key, part]) => [key, fillGaps(part, parts[key])]);
  // The result has the keys of `english` with values of the same type.
  return Object.fromEntries(entries) as Tree;
}

/**
 * Finds the language whose messages serve a locale: `es` for `es` and `es-MX`. Returns undefined if there is no file
 * for it, or if the text isn't a locale.
 */
export function findMessageLanguage(locale: string): string | undefined {
  return findLanguage(translations, locale);
}

/** The language among English and these translations that serves a locale. */
function findLanguage(translations: readonly Translation[], locale: string): string | undefined {
  return listLanguageNames(locale).find(
    (name) => name === 'en' || translations.some((translation) => translation.language === name),
  );
}

/** The names that a file for this locale can have, the nearest first. Empty if the text isn't a locale. */
function listLanguageNames(locale: string): string[] {
  try {
    const { baseName, language } = new Intl.Locale(locale);
    return [baseName, language];
  } catch {
    return [];
  }
}

/** The messages for a locale. Falls back to English for missing languages and missing messages. */
export function findMessagesFor(locale: string): Messages {
  const language = findMessageLanguage(locale) ?? 'en';
  const messages = messagesByLanguage.get(language) ?? translateMessages(en, translations, language);
  messagesByLanguage.set(language, messages);
  return messages;
}

/**
 * Translates messages into the language of a locale. Messages that no translation has stay English. For the files of a
 * feature; `messagesFor` has those of the rooms.
 */
export function translateMessages<English>(
  english: English,
  translations: readonly Translation[],
  locale: string,
): English {
  const language = findLanguage(translations, locale);
  return fillGaps(english, translations.find((translation) => translation.language === language)?.content);
}
