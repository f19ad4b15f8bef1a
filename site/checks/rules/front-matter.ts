import { inEach, type Rule } from '../rule.ts';

const DESCRIPTION_MIN = 50;
const DESCRIPTION_MAX = 160;

/** Title, description and position: what lists, search and the sidebar show of an article. */
export const frontMatter: Rule = ({ articles }) =>
  inEach(articles, ({ frontMatter: { title, description, sidebar_position: position } }) => {
    const messages: string[] = [];
    if (typeof title !== 'string' || title.trim() === '') messages.push('The front matter has no `title`.');
    const length = typeof description === 'string' ? description.trim().length : 0;
    if (length < DESCRIPTION_MIN || length > DESCRIPTION_MAX)
      messages.push(
        `The \`description\` has ${length} characters: it needs ${DESCRIPTION_MIN} to ${DESCRIPTION_MAX}.`,
      );
    if (typeof position !== 'number') messages.push('The front matter has no `sidebar_position`.');
    return messages.map((message) => ({ line: 1, message }));
  });
