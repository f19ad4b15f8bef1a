import { checkSamples, type Rule } from '../rule.ts';

/**
 * Values that aren't always arrays: a grid before its form is submitted, a query, which gives `false` if it fails, and
 * a list of the engine.
 */
const lists = String.raw`(?:executeQuery|PMF\w+List\w*|PMFGetGroupUsers)\(`;
const uncertain = new RegExp(String.raw`\$(\w+)\s*=\s*(?:@=\w+\s*;|${lists})`, 'g');
/** A list that isn't in a variable, so nothing can test it. */
const untested = new RegExp(String.raw`(?:foreach|count) ?\((${lists})`, 'g');

/** A sample tests a grid, or the rows of a list or query, before it counts, reads or loops over them. */
export const phpGuards: Rule = ({ articles }) =>
  checkSamples(articles, ['php'], ({ code }) => {
    const variables = [...code.matchAll(uncertain)].map(([, name = '']) => `$${name}`);
    const grids = [...code.matchAll(/foreach \((@=\w+) /g)].map(([, name = '']) => name);
    const createProblem = (index: number, message: string) => ({
      line: code.slice(0, index).split('\n').length,
      message,
    });
    return [
      ...[...new Set([...variables, ...grids])].flatMap((name) => {
        const at = findFirstUse(code, name);
        if (at === undefined || isTested(code, name)) return [];
        return createProblem(
          at,
          `\`${name}\` is not always an array: test it with \`is_array(${name})\` first.`,
        );
      }),
      ...[...code.matchAll(untested)].map(({ index, 1: call = '' }) =>
        createProblem(
          index,
          `\`${call})\` is not always an array: store it, and test it with \`is_array\` first.`,
        ),
      ),
    ];
  });

function isTested(code: string, name: string): boolean {
  return code.includes(`is_array(${name})`) || code.includes(`${name} === false`);
}

function findFirstUse(code: string, name: string): number | undefined {
  const variable = name.replaceAll('$', '\\$');
  const use = `foreach \\(${variable} |count\\(${variable}\\)|array_\\w+\\(${variable}\\b|${variable}\\[`;
  return new RegExp(use).exec(code)?.index;
}
