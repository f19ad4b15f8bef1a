import { expect, test } from 'vitest';
import type { Problem } from '../shared/problem.ts';
import { switchesFor, weighProblems } from './problem-kinds.ts';

const found = (code: string, severity: Problem['severity'] = 'error'): Problem => ({
  code,
  severity,
  message: 'x',
});
const all = [
  found('broken-link'),
  found('broken-anchor'),
  found('missing-image'),
  found('unknown-front-matter', 'warning'),
  found('mdx-code'),
  found('sidebars'),
];
const said = (problems: readonly Problem[]) => problems.map(({ code, severity }) => `${severity} ${code}`);
const unset = { BROKEN_LINKS: undefined, BROKEN_DOCUMENTS: 'fail' } as const;

test('unless anybody says so, all of it is an error', () => {
  expect(weighProblems(all, undefined, unset)).toEqual(all);
});

test('the configuration decides about each kind', () => {
  const broken = {
    links: 'throw',
    anchors: 'warn',
    markdownImages: 'ignore',
    unknownFrontMatter: 'ignore',
  } as const;
  expect(said(weighProblems(all, broken, unset))).toEqual([
    'error broken-link',
    'warning broken-anchor',
    'error mdx-code',
    'error sidebars',
  ]);
});

test('the environment comes first, for links', () => {
  const broken = { anchors: 'warn', markdownImages: 'ignore', unknownFrontMatter: 'ignore' } as const;
  expect(said(weighProblems(all, broken, { ...unset, BROKEN_LINKS: 'fail' })).slice(0, 3)).toEqual([
    'error broken-link',
    'error broken-anchor',
    'error missing-image',
  ]);
  expect(
    said(weighProblems(all, { links: 'throw' }, { ...unset, BROKEN_LINKS: 'warn' })).slice(0, 3),
  ).toEqual(['warning broken-link', 'warning broken-anchor', 'warning missing-image']);
});

test('one document keeps the others from being published only where the owner wants it so', () => {
  expect(said(weighProblems([found('mdx-code')], {}, { ...unset, BROKEN_DOCUMENTS: 'warn' }))).toEqual([
    'warning mdx-code',
  ]);
});

test('the switch is named that would publish what is there', () => {
  expect(switchesFor([found('mdx-code'), found('broken-link')])).toEqual([
    'BROKEN_DOCUMENTS=warn',
    'BROKEN_LINKS=warn',
  ]);
  expect(switchesFor([found('broken-link'), found('mdx-code', 'warning')])).toEqual(['BROKEN_LINKS=warn']);
  expect(switchesFor([found('broken-link'), found('sidebars')])).toEqual([]);
});
