import type { Problem } from 'gatehouse/checks';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

/** Products that do what Lurana BPA does, or that this site could be taken for. Codes such as role names are code. */
const brands =
  /(?<!\w)(?:ProcessMaker|Colosa|MichelangeloFE|Camunda|Bizagi|Bonita(?:soft)?|Appian|Pega|Nintex|Docusaurus|DocSearch)(?!\w)/gi;

export function checkBrands({
  file,
  prose,
  headings,
  links,
}: Pick<ArticleSource, 'file' | 'prose' | 'headings' | 'links'>): Problem[] {
  const words = [...prose, ...headings, ...links.map(({ url, line }) => ({ text: url, line }))];
  const found = words.flatMap(({ text, line }) =>
    [...text.matchAll(brands)].map(([brand]) => ({ brand, line })),
  );
  const once = new Map(found.map((one) => [`${one.line} ${one.brand}`, one]));
  return [...once.values()].map(({ brand, line }) =>
    problemAt('brand', { file, line }, `"${brand}" is the name of another product: say what it is instead.`),
  );
}
