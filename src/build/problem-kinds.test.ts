import { expect, test } from 'vitest';
import type { Problem } from '../shared/problem.ts';
import { suggestSettings, weighProblems } from './problem-kinds.ts';

const createProblem = (code: string, severity: Problem['severity'] = 'error'): Problem => ({
  code,
  severity,
  message: 'x',
});
const all = [
  createProblem('broken-link'),
  createProblem('broken-anchor'),
  createProblem('missing-image'),
  createProblem('unknown-front-matter', 'warning'),
  createProblem('mdx-code'),
  createProblem('sidebars'),
];
const summarize = (problems: readonly Problem[]) =>
  problems.map(({ code, severity }) => `${severity} ${code}`);
const unset = { BROKEN_LINKS: undefined, BROKEN_DOCUMENTS: 'fail' } as const;

test('every error stays one by default', () => {
  expect(weighProblems(all, undefined, unset)).toEqual(all);
});

test('the configuration decides about each kind', () => {
  const broken = {
    links: 'throw',
    anchors: 'warn',
    markdownImages: 'ignore',
    unknownFrontMatter: 'ignore',
  } as const;
  expect(summarize(weighProblems(all, broken, unset))).toEqual([
    'error broken-link',
    'warning broken-anchor',
    'error mdx-code',
    'error sidebars',
  ]);
});

test('the environment takes precedence for links', () => {
  const broken = { anchors: 'warn', markdownImages: 'ignore', unknownFrontMatter: 'ignore' } as const;
  expect(summarize(weighProblems(all, broken, { ...unset, BROKEN_LINKS: 'fail' })).slice(0, 3)).toEqual([
    'error broken-link',
    'error broken-anchor',
    'error missing-image',
  ]);
  expect(
    summarize(weighProblems(all, { links: 'throw' }, { ...unset, BROKEN_LINKS: 'warn' })).slice(0, 3),
  ).toEqual(['warning broken-link', 'warning broken-anchor', 'warning missing-image']);
});

test('a broken document prevents a build, unless the owner allows it', () => {
  expect(
    summarize(weighProblems([createProblem('mdx-code')], {}, { ...unset, BROKEN_DOCUMENTS: 'warn' })),
  ).toEqual(['warning mdx-code']);
});

test('suggests the settings that would publish the build', () => {
  expect(suggestSettings([createProblem('mdx-code'), createProblem('broken-link')])).toEqual([
    'BROKEN_DOCUMENTS=warn',
    'BROKEN_LINKS=warn',
  ]);
  expect(suggestSettings([createProblem('broken-link'), createProblem('mdx-code', 'warning')])).toEqual([
    'BROKEN_LINKS=warn',
  ]);
  expect(suggestSettings([createProblem('broken-link'), createProblem('sidebars')])).toEqual([]);
});
