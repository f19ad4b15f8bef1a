import { fillText } from '../shared/fill-text.ts';
import {
  type FeatureMessages,
  type FeatureTexts,
  type KeyOfEach,
  readFeatureTexts,
} from './feature-messages.ts';
import { findMessageLanguage, findMessagesFor, type Messages } from './messages.ts';

/** Messages of the interface. Mails have theirs in `mail`, which no page uses. */
type InterfaceMessages = Omit<Messages, 'mail'>;

/** Name of a text of the interface. Names are unique across subjects, so sites replace a text by its name alone. */
export type TextName = KeyOfEach<InterfaceMessages[keyof InterfaceMessages]>;
/** Every text that the rooms have, in one language. */
export type Texts = Readonly<Record<TextName, string>>;
/** Name of a text of the rooms or of a feature. */
export type SiteTextName = TextName | keyof FeatureTexts;
/** Every text of a site in one language, those of its features included. */
export type SiteTexts = Texts & FeatureTexts;

/** A sentence for people that isn't in their language yet: the name of its text, and what fills the placeholders. */
export interface Sentence {
  text: TextName;
  values?: Readonly<Record<string, string | number>>;
}

/** Writes a sentence in the language of these texts. */
export function writeSentence({ text, values = {} }: Sentence, texts: Texts = english): string {
  return fillText(texts[text], values);
}

function collectInterfaceTexts({ mail: _, ...groups }: Messages): Texts {
  return Object.assign({}, ...Object.values(groups));
}

export const english: Texts = collectInterfaceTexts(findMessagesFor('en'));

/** The texts for a locale, or undefined if there are no messages in its language. */
export function findSpokenTexts(locale: string): Texts | undefined {
  const language = findMessageLanguage(locale);
  if (language === undefined) return undefined;
  return language === 'en' ? english : collectInterfaceTexts(findMessagesFor(language));
}

/** Texts of the pages around signing in, which can be in another language than the site. */
function collectSignInTexts({ signIn, secondFactor, setUp, forgotten, consent }: Messages): Partial<Texts> {
  return { ...signIn, ...secondFactor, ...setUp, ...forgotten, ...consent };
}

/**
 * The texts for errors on the pages around signing in: those of the site in the language `site`, unless its sign-in
 * pages are in another one.
 */
export function signInErrorTexts(texts: Texts, site: string): Texts {
  const signInLanguage = findMessageLanguage(texts.signInLanguage);
  const isSame = signInLanguage === findMessageLanguage(site) || findMessageLanguage(site) === undefined;
  return (isSame ? undefined : findSpokenTexts(texts.signInLanguage)) ?? texts;
}

/**
 * The texts of a site: its own replacements, else English. If the site sets another `signInLanguage` that has messages,
 * its sign-in pages are in that language. Without `messages` of its features, only their replaced texts are included.
 */
export function composeSiteTexts(
  ownTexts: Readonly<Partial<Record<SiteTextName, string | undefined>>>,
  messages: readonly FeatureMessages[] = [],
): SiteTexts {
  const replacedTexts = Object.entries(ownTexts).filter(([, text]) => text !== undefined);
  const { signInLanguage } = ownTexts;
  const signInTexts =
    signInLanguage === undefined || findMessageLanguage(signInLanguage) === undefined
      ? {}
      : collectSignInTexts(findMessagesFor(signInLanguage));
  const texts: Texts = { ...english, ...signInTexts };
  return { ...texts, ...readFeatureTexts(messages, 'en'), ...Object.fromEntries(replacedTexts) };
}
