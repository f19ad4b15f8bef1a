import type { z } from 'zod';

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  function: 'a function',
  date: 'a date',
};

const formats: Readonly<Record<string, string>> = {
  url: 'a URL',
  email: 'an email address',
  datetime: 'a date with a time',
  date: 'a date such as 2026-11-27',
};

/**
 * Explains in plain words why a value is invalid, as the end of a sentence about the value: `must be text`. Messages
 * that a schema states itself are returned unchanged.
 *
 * ```ts
 * const { error } = z.object({ port: z.int() }).safeParse({ port: 'a' });
 * explainIssue(error.issues[0]); // 'must be a whole number'
 * ```
 */
export function explainIssue(issue: z.core.$ZodIssue): string {
  // Zod writes these itself.
  if (!/^(?:Invalid |Too (?:big|small)|Unrecognized )/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return /received undefined$/.test(issue.message)
        ? 'is missing'
        : `must be ${types[issue.expected] ?? `a value of the type ${issue.expected}`}`;
    case 'invalid_value':
      return `must be ${joinChoices(issue.values.map((value) => JSON.stringify(value) ?? String(value)))}`;
    case 'invalid_format':
      return explainFormat(issue);
    case 'too_small':
      return explainSize(issue.origin, Number(issue.minimum), 'at least');
    case 'too_big':
      return explainSize(issue.origin, Number(issue.maximum), 'at most');
    case 'invalid_union':
      return explainUnion(issue.errors);
    case 'unrecognized_keys':
      return `has no ${issue.keys.length === 1 ? 'key' : 'keys'} ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
    case 'invalid_key':
    case 'invalid_element': {
      const [inner] = issue.issues;
      return inner === undefined ? 'is invalid' : explainIssue(inner);
    }
    default:
      return 'is invalid';
  }
}

function explainFormat(issue: z.core.$ZodIssueInvalidStringFormat): string {
  if ('prefix' in issue) return `must start with "${String(issue.prefix)}"`;
  const form = formats[issue.format];
  return form === undefined ? 'has the wrong form' : `must be ${form}`;
}

function explainSize(origin: string, limit: number, bound: 'at least' | 'at most'): string {
  const unit = { string: 'character', array: 'item', set: 'item' }[origin];
  if (unit === undefined) return `must be ${bound} ${limit}`;
  if (limit === 1 && bound === 'at least') return 'must not be empty';
  return `must have ${bound} ${limit} ${unit}${limit === 1 ? '' : 's'}`;
}

/** Names the key that is wrong if the value fits one of the alternatives in part, otherwise the alternatives. */
function explainUnion(alternatives: readonly (readonly z.core.$ZodIssue[])[]): string {
  const firstIssues = alternatives.flatMap(([first]) => (first === undefined ? [] : [first]));
  const innermost = firstIssues
    .filter(({ path }) => path.length > 0)
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  if (innermost !== undefined)
    return `has an invalid "${innermost.path.join('.')}", which ${explainIssue(innermost)}`;
  const reasons = [...new Set(firstIssues.map(explainIssue))];
  const expectedTypes = reasons.flatMap((reason) => /^must be (.*)$/.exec(reason)?.[1] ?? []);
  if (expectedTypes.length === reasons.length && expectedTypes.length > 0)
    return `must be ${joinChoices(expectedTypes)}`;
  return reasons[0] ?? 'is invalid';
}

/** `a`, `a or b`, `a, b or c` */
function joinChoices(choices: readonly string[]): string {
  const last = choices.at(-1) ?? '';
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}
