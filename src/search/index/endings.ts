import { normaliseWord } from './words.ts';

/**
 * Endings of nouns, in languages that Snowball doesn't know: plurals, cases, genders and articles.
 * Shorter words would have the same stem as too many others: Hindi `पता`
 * (address) and `पति` (husband).
 */
const endingsByLanguage: Readonly<Record<string, { stemMin: number; endings: string }>> = {
  bg: {
    stemMin: 3,
    endings:
      'ищата овете евете ията иета ието ища ите ият ото ета ата ове еве ята ът ят та то те ия ие ът а е и о у я',
  },
  bn: {
    stemMin: 3,
    endings: 'গুলোতে গুলিতে গুলোকে গুলিকে গুলোর গুলির গুলো গুলি দের ের েরা রা কে তে টি টা ে',
  },
  hi: { stemMin: 3, endings: 'ियां ियों ाओं ाएं ुओं ुएं ओं एं यों ों ें ीं ां े ी ा ो ू' },
  is: {
    stemMin: 3,
    endings: 'urnar arnar irnar unum inum anna inn ins inu num nna ar ir ur um an in na a i u',
  },
  sa: {
    stemMin: 3,
    endings: 'ानाम् ाभिः ेभ्यः ेषु ान् ानि ात् ाय स्य ेन ाः ैः ौ ाम् म् ां ं ः ा े ी ि',
  },
  sl: {
    stemMin: 4,
    endings: 'ovega ega emu ami imi ama ema oma ih im om em ov ah am mi a e i o u',
  },
  uk: {
    stemMin: 3,
    endings:
      'ннями ннях нням ння нь ями ами ові еві єві ого ому ими ої их им ів їв ам ям ах ях ою ею єю ом ем єм ий ій а я у ю о е є и і ї ь',
  },
  ur: { stemMin: 3, endings: 'یاں یوں ئیں یں وں ات ے ی ا ہ و' },
};

/** Creates the stemmer of a language from its endings, for words in their indexed form. The longest ending is removed. */
export function createEndingStemmer(code: string): ((form: string) => string) | undefined {
  const language = endingsByLanguage[code];
  if (!language) return undefined;
  const endings = language.endings
    .split(' ')
    .map(normaliseWord)
    .sort((a, b) => b.length - a.length);
  return (form) => {
    const ending = endings.find(
      (candidate) => form.endsWith(candidate) && form.length - candidate.length >= language.stemMin,
    );
    return ending === undefined ? form : form.slice(0, -ending.length);
  };
}
