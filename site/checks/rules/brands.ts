import { checkEach, type Rule } from '../rule.ts';
import { findMatches, listWords } from '../words.ts';

/**
 * Products that compete with Lurana BPA, or for which this site could be mistaken. Codes such as role names
 * are in code and don't count.
 */
const brands =
  /(?<!\w)(?:ProcessMaker|Colosa|MichelangeloFE|Camunda|Bizagi|Bonita(?:soft)?|Appian|Pega|Nintex|Docusaurus|DocSearch)(?!\w)/gi;

export const otherBrands: Rule = (manual) =>
  checkEach(listWords(manual), ({ prose, headings, links }) => {
    const words = [...prose, ...headings, ...links.map(({ url, line }) => ({ text: url, line }))];
    const say = (brand: string) => `"${brand}" is the name of another product: say what it is instead.`;
    const once = new Map(
      findMatches(words, brands, say).map((match) => [`${match.line} ${match.message}`, match]),
    );
    return [...once.values()];
  });
