import { checkEach, type Found, type Rule } from '../rule.ts';

/** The text begins at h2, and no heading is empty or has the id of another. */
export const headings: Rule = ({ articles }) =>
  checkEach(articles, ({ headings }) => {
    const ids = new Map<string, number>();
    return headings.flatMap(({ level, text, id = '', line }) => {
      const first = id === '' ? undefined : ids.get(id);
      if (first === undefined) ids.set(id, line);
      return [
        ...(level === 1
          ? [{ line, message: 'The title in the front matter is the h1: begin with `##`.' }]
          : []),
        ...(text.trim() === '' ? [{ line, message: 'The heading has no text.' }] : []),
        ...(first === undefined
          ? []
          : [{ line, message: `The id "${id}" is taken by the heading in line ${first}.` }]),
      ];
    });
  });

/**
 * On the published page, which includes the sections of components, no id occurs twice and no level is
 * skipped.
 */
export const publishedHeadings: Rule = ({ pages }) =>
  checkEach(pages, ({ anchors, headings }) => {
    const seen = new Set<string>();
    const twice = new Set(anchors.filter((id) => seen.size === seen.add(id).size));
    const faults: Found[] = [...twice].map((id) => ({
      message: `Two elements have the id "${id}": a heading or a component is here twice.`,
    }));
    let before = 1;
    for (const { level, text, inside } of headings) {
      if (inside === 'card' || inside === 'header') continue;
      if (level > before + 1)
        faults.push({ message: `"${text}" leaves a level out: after h${before} comes h${before + 1}.` });
      before = level;
    }
    return faults;
  });
