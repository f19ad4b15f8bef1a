import { checkEach, type Rule } from '../rule.ts';

const emptyWords = /^(?:here|click here|this|this page|link|this link|more|read more|see|page)$/i;

/** The text of a link says where it leads, even when it is read without its sentence. */
export const linkText: Rule = ({ articles }) =>
  checkEach(articles, ({ links }) =>
    links.flatMap(({ text, url, line }) => {
      const message = findProblem(text.trim(), url);
      return message === undefined ? [] : [{ line, message }];
    }),
  );

function findProblem(words: string, url: string): string | undefined {
  if (words === '') return `The link to ${url} has no text.`;
  if (emptyWords.test(words)) return `"${words}" does not say where the link leads.`;
  if (/^https?:\/\//.test(words)) return 'The address itself is the text of the link: name what is there.';
  return undefined;
}
