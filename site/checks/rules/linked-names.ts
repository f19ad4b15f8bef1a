import type { ArticleSource, ComponentUse } from '../article-source.ts';
import {
  collectDocumentedNames,
  findNamesInSample,
  listCodeNames,
  writeComponentUse,
} from '../documented-names.ts';
import { checkEach, type Rule } from '../rule.ts';

/**
 * A page that names a function, a member, an endpoint or a permission key, or calls one in a sample, links to
 * its section once: by a link or by a component.
 */
export const linkedNames: Rule = (manual) => {
  const documented = collectDocumentedNames(manual);
  return checkEach(manual.articles, (article) => {
    const linkTargets = new Set(article.links.map(({ page, hash }) => page + hash));
    const shownUses = new Set(article.components.flatMap(listUses));
    return findFirstUses(article).flatMap(([name, line]) => {
      const places = documented.get(name) ?? [];
      const [first] = places;
      const isLinked = places.some(
        ({ section, uses }) => linkTargets.has(section) || [...uses].some((use) => shownUses.has(use)),
      );
      if (!first || isLinked) return [];
      return [{ line, message: `\`${name}\` is linked nowhere on this page: link it to ${first.section}.` }];
    });
  });
};

/** Returns each name with the first line that has it. */
function findFirstUses({ codes, samples }: ArticleSource): [name: string, line: number][] {
  const calledNames = samples
    .filter(({ language, title }) => ['php', 'js', 'javascript'].includes(language) && title !== 'Signature')
    .flatMap(({ code, line }) => code.split('\n').map((text, index) => ({ text, line: line + index })))
    .flatMap(({ text, line }) => findNamesInSample(text).map((name) => ({ name, line })));
  const codeNames = codes.flatMap(({ text, line }) => listCodeNames(text).map((name) => ({ name, line })));
  const lines = new Map<string, number>();
  for (const { name, line } of [...codeNames, ...calledNames]) if (!lines.has(name)) lines.set(name, line);
  return [...lines];
}

/** Lists what a component shows: each group, tag, name or control separately. */
function listUses({ name, attributes }: ComponentUse): string[] {
  const chosenNames = ['group', 'tag', 'name', 'id', 'control'].flatMap((attribute) =>
    (attributes[attribute]?.split(',') ?? []).map((value) =>
      writeComponentUse(name, attribute, value.trim()),
    ),
  );
  return chosenNames.length > 0 ? chosenNames : [writeComponentUse(name)];
}
