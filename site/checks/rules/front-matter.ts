import type { Problem } from 'gatehouse/checks';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

const DESCRIPTION_MIN = 50;
const DESCRIPTION_MAX = 160;

/** Title, description and position: what lists, search and the sidebar show of an article. */
export function checkFrontMatter({ file, frontMatter }: ArticleSource): Problem[] {
  const at = { file, line: 1 };
  const problems: Problem[] = [];
  const { title, description, sidebar_position: position } = frontMatter;
  if (typeof title !== 'string' || title.trim() === '') {
    problems.push(problemAt('front-matter', at, 'The front matter has no `title`.'));
  }
  const length = typeof description === 'string' ? description.trim().length : 0;
  if (length < DESCRIPTION_MIN || length > DESCRIPTION_MAX) {
    const message = `The \`description\` has ${length} characters: it needs ${DESCRIPTION_MIN} to ${DESCRIPTION_MAX}.`;
    problems.push(problemAt('front-matter', at, message));
  }
  if (typeof position !== 'number') {
    problems.push(problemAt('front-matter', at, 'The front matter has no `sidebar_position`.'));
  }
  return problems;
}
