import { expect, test } from 'vitest';
import { z } from 'zod';
import { explainIssue } from './explain-issue.ts';

test.each<[reason: string, schema: z.ZodType, value: unknown]>([
  ['must be text', z.string(), 5],
  ['is missing', z.string(), undefined],
  ['must be a whole number', z.int(), 1.5],
  ['must be `true` or `false`', z.boolean(), 'yes'],
  ['must be a list', z.array(z.string()), 'a'],
  ['must be an object', z.object({}), 'a'],
  ['must be "reader" or "administrator"', z.enum(['reader', 'administrator']), 'all'],
  ['must be "top"', z.literal('top'), 'bottom'],
  ['must not be empty', z.string().min(1), ''],
  ['must have at least 2 items', z.array(z.string()).min(2), ['a']],
  ['must have at most 3 characters', z.string().max(3), 'abcd'],
  ['must be at most 20', z.number().max(20), 21],
  ['must be a URL', z.url(), 'docs'],
  ['must be an email address', z.email(), 'ada'],
  ['must start with "/"', z.string().startsWith('/'), 'docs'],
  ['has the wrong form', z.string().regex(/^\d+$/), 'a'],
  ['must be text or a list', z.union([z.string(), z.array(z.string())]), 5],
  [
    'has an invalid "light", which must be text',
    z.union([z.string(), z.object({ light: z.string() })]),
    { light: 5 },
  ],
  ['has no key "colour"', z.strictObject({}), { colour: 'red' }],
  ['must be lower case', z.record(z.string().regex(/^[a-z]+$/, 'must be lower case'), z.string()), { A: '' }],
  ['must be an https address', z.string().regex(/^https:/, 'must be an https address'), 'http://a.example'],
  ['is invalid', z.custom(() => false), 5],
])('explains: %s', (reason, schema, value) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  expect(issue && explainIssue(issue)).toBe(reason);
});
