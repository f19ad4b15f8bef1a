import { readFileSync } from 'node:fs';
import {
  findMessagesFor,
  readFeatureTranslations,
  readMessageFiles,
  type Translation,
  translateMessages,
} from './messages.ts';

/**
 * Texts of features, by name. A feature adds its own:
 *
 *     declare module '../../config/feature-messages.ts' {
 *       interface FeatureTexts extends TextsOf<typeof en> {}
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface FeatureTexts {}

/** The texts in a file of messages, by name. The groups only give the file an order. */
export type TextsOf<English> = Readonly<
  Record<KeyOfEach<Omit<English, 'mail'>[keyof Omit<English, 'mail'>]>, string>
>;
export type KeyOfEach<Group> = Group extends unknown ? keyof Group : never;

/** Messages of a feature, read from its folder. Plain data, so that threads and processes get them. */
export interface FeatureMessages {
  feature: string;
  english: MessageGroups;
  translations: readonly Translation[];
}

/** Texts by group and name, as in `messages/en.json`. The group `mail` has messages that no page uses, in any form. */
type MessageGroups = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A feature with the folder of its messages, which has one file per language. */
interface Translatable {
  name: string;
  messages?: URL;
}

/** Reads the messages of these features. Throws if two texts have the same name. */
export function readFeatureMessages(features: readonly Translatable[]): FeatureMessages[] {
  const names = new Set(Object.keys(flattenGroups(findMessagesFor('en'))));
  return features.flatMap(({ name: feature, messages: folder }) => {
    if (folder === undefined) return [];
    const english: MessageGroups = JSON.parse(readFileSync(new URL('en.json', folder), 'utf8'));
    for (const name of listNames(english)) {
      if (names.has(name)) throw new Error(`The feature ${feature} declares the text ${name} a second time.`);
      names.add(name);
    }
    return [{ feature, english, translations: readTranslations(feature, folder) }];
  });
}

/**
 * Returns a function that reads the messages of a feature for a locale. For a feature that writes texts outside of
 * pages, such as a mail.
 */
export function createMessageReader<English>(
  feature: string,
  english: English,
  folder: URL,
): (locale: string) => English {
  const translations = readTranslations(feature, folder);
  return (locale) => translateMessages(english, translations, locale);
}

function readTranslations(feature: string, folder: URL): Translation[] {
  // A file of the feature itself comes first, so a language is taken from there if both have it.
  return [...readMessageFiles(folder), ...readFeatureTranslations(feature)];
}

/** The texts of features for a locale, by name. English for what isn't translated. */
export function readFeatureTexts(messages: readonly FeatureMessages[], locale: string): FeatureTexts {
  const groups = messages.map(({ english, translations }) =>
    translateMessages(english, translations, locale),
  );
  return Object.assign({}, ...groups.map(flattenGroups));
}

/** Every name once for each text, so that a name in two groups comes twice. */
function listNames({ mail: _, ...groups }: MessageGroups): string[] {
  return Object.values(groups).flatMap((group) => Object.keys(group));
}

function flattenGroups({ mail: _, ...groups }: MessageGroups): Record<string, string> {
  return Object.assign({}, ...Object.values(groups));
}
