import type { Problem } from 'gatehouse/checks';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

/** Said of a reader's work, these words tell who does not manage that it is their own fault. */
const belittling = /(?<![\w-])(?:simply|just|easy|easily|obviously|of course)(?![\w-])/gi;
const firstPerson = /(?<![\w'’-])(?:I|we|We|our|Our|ours|us|Us|my|My|mine|let's|Let's)(?![\w'’-])/g;

export function checkWording({ file, prose }: Pick<ArticleSource, 'file' | 'prose'>): Problem[] {
  return prose.flatMap(({ text, line }) => [
    ...[...text.matchAll(belittling)].map(([word]) =>
      problemAt('wording', { file, line }, `"${word}" judges how hard something is: leave it out.`),
    ),
    ...[...text.matchAll(firstPerson)].map(([word]) =>
      problemAt('wording', { file, line }, `"${word}" is first person: write to the reader, "you".`),
    ),
  ]);
}
