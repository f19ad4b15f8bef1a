import { checkEach, type Rule } from '../rule.ts';

const DESCRIPTION_MIN = 50;
const DESCRIPTION_MAX = 160;
/** Labels that don't tell readers of the sidebar or of a list of hits what the article is about. */
const NAMELESS = /^(?:overview|introduction|general|details|more)$/i;

/** Every article has the title, description and position that lists, search and the sidebar show. */
export const frontMatter: Rule = ({ articles }) =>
  checkEach(
    articles,
    ({ frontMatter: { title, description, sidebar_position: position, sidebar_label: label } }) => {
      const messages: string[] = [];
      if (typeof title !== 'string' || title.trim() === '') messages.push('The front matter has no `title`.');
      const length = typeof description === 'string' ? description.trim().length : 0;
      if (length < DESCRIPTION_MIN || length > DESCRIPTION_MAX)
        messages.push(
          `The \`description\` has ${length} characters: it needs ${DESCRIPTION_MIN} to ${DESCRIPTION_MAX}.`,
        );
      if (typeof position !== 'number') messages.push('The front matter has no `sidebar_position`.');
      if (typeof label === 'string' && NAMELESS.test(label.trim()))
        messages.push(`Several articles could have the \`sidebar_label\` "${label}": name the subject.`);
      return messages.map((message) => ({ line: 1, message }));
    },
  );
