import { accountTexts } from './texts/account.ts';
import { administrationTexts } from './texts/administration.ts';
import { agentsTexts } from './texts/agents.ts';
import { apiTexts } from './texts/api.ts';
import { articleTexts } from './texts/article.ts';
import { assistantTexts } from './texts/assistant.ts';
import { audiencesTexts } from './texts/audiences.ts';
import { blogTexts } from './texts/blog.ts';
import { bulkTexts } from './texts/bulk.ts';
import { consentTexts } from './texts/consent.ts';
import { factorsTexts } from './texts/factors.ts';
import { forgottenTexts } from './texts/forgotten.ts';
import { openApiTexts } from './texts/open-api.ts';
import { operationsTexts } from './texts/operations.ts';
import { searchTexts } from './texts/search.ts';
import { secondFactorTexts } from './texts/second-factor.ts';
import { setUpTexts } from './texts/set-up.ts';
import { shellTexts } from './texts/shell.ts';
import { signInTexts } from './texts/sign-in.ts';
import { tokensTexts } from './texts/tokens.ts';
import { usersTexts } from './texts/users.ts';

/**
 * Every fixed text of the interface, once, in the specification's wording: by subject, and in each language that the
 * engine speaks by itself. A site says its own in `texts` of `site.config.ts`.
 */
const inEachLanguage = {
  ...signInTexts,
  ...secondFactorTexts,
  ...setUpTexts,
  ...shellTexts,
  ...searchTexts,
  ...articleTexts,
  ...assistantTexts,
  ...blogTexts,
  ...accountTexts,
  ...usersTexts,
  ...audiencesTexts,
  ...factorsTexts,
  ...tokensTexts,
  ...apiTexts,
  ...openApiTexts,
  ...bulkTexts,
  ...forgottenTexts,
  ...consentTexts,
  ...administrationTexts,
  ...operationsTexts,
  ...agentsTexts,
} as const;

export type TextName = keyof typeof inEachLanguage;
export type Texts = Readonly<Record<TextName, string>>;
type SpokenLanguage = 'en' | 'es';

function textsIn(
  language: SpokenLanguage,
  said: Readonly<Record<string, Record<SpokenLanguage, string>>>,
): Texts {
  // Each name of the table, and no other.
  return Object.fromEntries(Object.entries(said).map(([name, text]) => [name, text[language]])) as Texts;
}

export const english = textsIn('en', inEachLanguage);
const spoken: Readonly<Record<string, Texts>> = { en: english, es: textsIn('es', inEachLanguage) };

/** The texts in a language, if the engine speaks it; a region's are those of all its regions. */
export function spokenTexts(locale: string): Texts | undefined {
  return spoken[new Intl.Locale(locale).language];
}

/** What a reader meets before and after reading: it may be in another language than the pages. */
const aroundSignIn = { ...signInTexts, ...secondFactorTexts, ...forgottenTexts, ...consentTexts };

/**
 * The texts of a site: its own where it has some, else English. Whoever says another `signInLanguage` gets the words of
 * signing in and out in it, as far as the engine speaks it.
 */
export function siteTexts(own: Readonly<Partial<Record<TextName, string | undefined>>>): Texts {
  const said = Object.entries(own).filter(([, text]) => text !== undefined);
  const signIn = own.signInLanguage === 'es' ? textsIn('es', aroundSignIn) : {};
  return { ...english, ...signIn, ...Object.fromEntries(said) };
}
