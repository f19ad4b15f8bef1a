import type { Heading, Problem } from 'gatehouse/checks';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

/** The text begins at h2, and no heading is empty or has the id of another. */
export function checkHeadings({ file, headings }: ArticleSource): Problem[] {
  const problems: Problem[] = [];
  const ids = new Map<string, number>();
  for (const { level, text, id, line } of headings) {
    const at = { file, line };
    if (level === 1)
      problems.push(problemAt('heading', at, 'The title in the front matter is the h1: begin with `##`.'));
    if (text.trim() === '') problems.push(problemAt('heading', at, 'The heading has no text.'));
    const first = id === undefined ? undefined : ids.get(id);
    if (first !== undefined) {
      problems.push(problemAt('heading', at, `The id "${id}" is taken by the heading in line ${first}.`));
    }
    if (id !== undefined && first === undefined) ids.set(id, line);
  }
  return problems;
}

export interface FinishedPage {
  anchors: readonly string[];
  headings: readonly Heading[];
}

/** On the finished page, where the sections of components stand too: no id twice, no level left out. */
export function checkFinishedPage(file: string, { anchors, headings }: FinishedPage): Problem[] {
  const seen = new Set<string>();
  const twice = new Set(anchors.filter((id) => seen.size === seen.add(id).size));
  const problems = [...twice].map((id) =>
    problemAt(
      'heading',
      { file },
      `Two elements have the id "${id}": a heading or a component stands here twice.`,
    ),
  );
  let before = 1;
  for (const { level, text, inside } of headings) {
    if (inside === 'card' || inside === 'header') continue;
    if (level > before + 1) {
      problems.push(
        problemAt(
          'heading',
          { file },
          `"${text}" leaves a level out: after h${before} comes h${before + 1}.`,
        ),
      );
    }
    before = level;
  }
  return problems;
}
