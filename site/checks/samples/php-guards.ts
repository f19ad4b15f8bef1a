import { inSamples, type Rule } from '../rule.ts';

/** Values that aren't always arrays: a grid before its form is submitted, and a failed query, which gives `false`. */
const uncertain = /\$(\w+)\s*=\s*(?:@=\w+\s*;|executeQuery\()/g;

/** A sample tests a grid, or the rows of a query, before it counts, reads or loops over them. */
export const phpGuards: Rule = ({ articles }) =>
  inSamples(articles, ['php'], ({ code }) => {
    const variables = [...code.matchAll(uncertain)].map(([, name = '']) => `$${name}`);
    const grids = [...code.matchAll(/foreach \((@=\w+) /g)].map(([, name = '']) => name);
    return [...new Set([...variables, ...grids])].flatMap((name) => {
      const at = firstUse(code, name);
      if (at === undefined || isTested(code, name)) return [];
      const line = code.slice(0, at).split('\n').length;
      return [
        { line, message: `\`${name}\` is not always an array: test it with \`is_array(${name})\` first.` },
      ];
    });
  });

function isTested(code: string, name: string): boolean {
  return code.includes(`is_array(${name})`) || code.includes(`${name} === false`);
}

function firstUse(code: string, name: string): number | undefined {
  const variable = name.replaceAll('$', '\\$');
  const use = `foreach \\(${variable} |count\\(${variable}\\)|array_\\w+\\(${variable}\\b|${variable}\\[`;
  return new RegExp(use).exec(code)?.index;
}
