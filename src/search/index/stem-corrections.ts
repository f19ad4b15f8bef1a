/** Replacements of endings, tried in this order. */
type Replacements = readonly (readonly [ending: RegExp, replacement: string])[];

/** Replacements in a word, as it is written, before Snowball sees it, and in its stem in the indexed form. */
const corrections: Readonly<Record<string, { word?: Replacements; stem?: Replacements }>> = {
  // `ملفات` (files) is too short for Snowball.
  ar: { word: [[/^((?:[وفبك]?ال|[ول]?لل|و)?.{3,})ات$/, '$1']] },
  // `pravidlo`, `pravidel` (rule).
  cs: { stem: [[/(?<=[^aeiouy])e(?=[lnkr]$)/, '']] },
  // `regel`, `regler` (rule); `filter`, `filtre`; `nummer`, `numre`.
  da: {
    stem: [
      [/(?<=.{2})el$/, 'l'],
      [/(?<=[^aeiouyæøå])r$/, ''],
    ],
  },
  // `ρύθμιση`, `ρυθμίσεις` (setting).
  el: { stem: [[/(?<=.{4})ισ$/, '']] },
  // `faili`, `faile` (files); `keele`, `keelt` (language); `aruanne`, `aruanded` (report); `dokument`, `dokumendid`.
  et: {
    stem: [
      [/(?<=.{3})[aeiu]$/, ''],
      [/(?<=.{3}n)[dnt]$/, ''],
    ],
  },
  // `کاربران` (users), `فایلی` (a file).
  fa: { stem: [[/(?<=.{3})(?:ان|ي)$/, '']] },
  // `comhad`, `comhaid` (file); `teimpléad`, `teimpléid` (template); `fógra`, `fógraí` (notice); `riail`, `rialacha` (rule).
  ga: {
    stem: [
      [/(?<=.{3})(?:acha|aigh|ithe)$/, ''],
      [/(?<=eo)ir$|(?<=[aou])i(?=[^aeiou]{0,2}$)/, ''],
      [/e[ai](?=[^aeiou]{1,2}$)/, 'e'],
    ],
  },
  // `interfaz`, `interfaces`.
  es: { stem: [[/z$/, 'c']] },
  // `ֆայլեր` (files), `ֆայլերը`, `ֆայլի`.
  hy: { word: [[/(?<=.{3})(?:ն?եր)?(?:ում|ից|ով|ը|ի|ն)?$/, '']] },
  // As in Danish; `brukerne` (the users), `medlem`, `medlemmer` (member).
  nb: {
    stem: [
      [/(?<=.{3})ern$/, ''],
      [/(?<=.{2})el$/, 'l'],
      [/(?<=[^aeiouyæøå])r$/, ''],
      [/(.)\1(?=l?$)/, '$1'],
    ],
  },
  // `wachtwoord`, `wachtwoorden` (password); `account`, `accounts`.
  nl: {
    stem: [
      [/(?<=.{2}[lnr])d$/, ''],
      [/(?<=.{3}[bdfgklmnprt])s$/, ''],
    ],
  },
  // `hasło`, `haseł` (password); `użytkownik`, `użytkownicy` (user).
  pl: {
    stem: [
      [/(?<=[^aeiouy])e(?=[lnkr]$)/, ''],
      [/nic$/, 'nik'],
    ],
  },
  // `versão`, `versões`, also without accents; `variável`, `variáveis`; `local`, `locais`; `imagem`, `imagens`.
  pt: {
    word: [
      [/(?<=.)[cç](?:oes|ões|ao)$/, 'ção'],
      [/(?<=.{2})(?:[oõ]es|[aã]es|ao)$/, 'ão'],
      [/(?<=.{3})[eé]is$/, 'el'],
      [/(?<=.{2})ais$/, 'al'],
      [/(?<=.{2})ns$/, 'm'],
    ],
  },
  // `grup`, `grupuri` (group); `raport`, `rapoarte` (report).
  ro: {
    stem: [
      [/(?<=.{3})ur$/, ''],
      [/oa(?=[^aeiou]{1,2}$)/, 'o'],
    ],
  },
  // `ошибка`, `ошибок` (error); `настройка`, `настроек` (setting).
  ru: {
    stem: [
      [/(?<=[бвгджзклмнпрстфхцчшщ])[ое](?=к$)/, ''],
      [/(?<=[аоуе])ек$/, 'ик'],
    ],
  },
  // `nastavitev`, `nastavitve` (setting); `geslo`, `gesel` (password).
  sl: { stem: [[/(?<=.{2}[^aeiou])e(?=[lnrv]$)/, '']] },
  // `члан`, `чланови` (member); `језик`, `језици` (language); `извештај`, `извештаји` (report).
  sr: {
    stem: [
      [/(?<=.{3})ov$|j$/, ''],
      [/c$/, 'k'],
    ],
  },
  // `lösenordet` (the password), `säkerhet`, `säkerheten` (security); `kontot`, `konton` (account); as in Danish.
  sv: {
    stem: [
      [/(?<=.{4})h?et$/, ''],
      [/(?<=.{3}[aeiouy])[nt]$/, ''],
      [/(?<=.{2})eln?$/, 'l'],
      [/(?<=[^aeiouy])r$/, ''],
      [/(.)\1(?=l?$)/, '$1'],
    ],
  },
  // `dosya`, `dosyası` (file).
  tr: { stem: [[/(?<=.{2}[aeiou])s$/, '']] },
};

const likeOthers: Readonly<Record<string, string>> = { bs: 'sr', hr: 'sr', nn: 'nb', no: 'nb', uk: 'ru' };

/**
 * Returns functions that unite the forms of nouns that have several stems in Snowball. Snowball reads Croatian as Serbian,
 * and the other pairs of `likeOthers` have the same endings.
 */
export function findStemCorrections(code: string): {
  correctWord(word: string): string;
  /** `stem` is in its indexed form. */
  correctStem(stem: string): string;
} {
  const { word: ofWord = [], stem: ofStem = [] } = corrections[likeOthers[code] ?? code] ?? {};
  const replaceAll = (text: string, replacements: Replacements) =>
    replacements.reduce((result, [ending, replacement]) => result.replace(ending, replacement), text);
  return {
    correctWord: (word) => replaceAll(word, ofWord),
    correctStem: (stem) => replaceAll(stem, ofStem),
  };
}
