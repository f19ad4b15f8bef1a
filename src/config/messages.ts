import { readdirSync, readFileSync } from 'node:fs';
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

const folder = new URL('./messages/', import.meta.url);

/** All languages but English, one for each file of the folder. */
export const translations: readonly Translation[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && name !== 'en.json')
  .sort()
  .map((name) => ({
    language: name.slice(0, -'.json'.length),
    content: JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
  }));

const byLanguage: ReadonlyMap<string, Messages> = new Map([
  ['en', en],
  ...translations.map(({ language, content }) => [language, withFallback(en, content)] as const),
]);

/** Returns the English messages with each one replaced by its translation, if there is one. */
function withFallback<Tree>(english: Tree, translated: unknown): Tree {
  if (typeof english !== 'object' || english === null) {
    // Every leaf is a string.
    return typeof translated === 'string' ? (translated as Tree) : english;
  }
  const parts: Readonly<Record<string, unknown>> =
    typeof translated === 'object' && translated !== null ? { ...translated } : {};
  const entries = Object.entries(english).map(([key, part]) => [key, withFallback(part, parts[key])]);
  // The result has the keys of `english` with values of the same type.
  return Object.fromEntries(entries) as Tree;
}

/**
 * Finds the language whose messages serve a locale: `es` for `es` and `es-MX`. Returns undefined if there is no file
 * for it, or if the text isn't a locale.
 */
export function findMessageLanguage(locale: string): string | undefined {
  try {
    const { baseName, language } = new Intl.Locale(locale);
    return [baseName, language].find((name) => byLanguage.has(name));
  } catch {
    return undefined;
  }
}

/** The messages for a locale. Falls back to English for missing languages and missing messages. */
export function messagesFor(locale: string): Messages {
  return byLanguage.get(findMessageLanguage(locale) ?? 'en') ?? en;
}
