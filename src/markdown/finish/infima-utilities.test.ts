import { describe, expect, test } from 'vitest';
import { compile } from '../../../testing/compile.ts';
import { findUtilityRule } from './infima-utilities.ts';

// The values are those of Infima.
test.each([
  ['margin-left--sm', '.margin-left--sm{margin-left:.5rem!important}'],
  ['margin--xs', '.margin--xs{margin:.25rem!important}'],
  ['padding-vert--xl', '.padding-vert--xl{padding-block:5rem!important}'],
  ['padding--none', '.padding--none{padding:0!important}'],
  ['padding-horiz--lg', '.padding-horiz--lg{padding-inline:2rem!important}'],
  ['shadow--tl', '.shadow--tl{box-shadow:var(--ifm-global-shadow-tl)!important}'],
  ['text--warning', '.text--warning{color:var(--ifm-color-warning)}'],
  ['text--justify', '.text--justify{text-align:justify}'],
  ['text--uppercase', '.text--uppercase{text-transform:uppercase}'],
  ['text--semibold', '.text--semibold{font-weight:500}'],
])('the class %s has the rule %s', (className, rule) => {
  expect(findUtilityRule(className)).toBe(rule);
});

test('a column can be moved by up to eleven parts of its row', () => {
  expect(findUtilityRule('col--offset-3')).toContain('margin-inline-start:calc(100%*3/12)');
  expect(['col--offset-0', 'col--offset-12', 'col--offset-1a'].map(findUtilityRule)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  'margin',
  'margin-left',
  'margin-left--huge',
  'margin-middle--sm',
  'shadow',
  'shadow--xl',
  'text',
  'constructor',
])('the class %s has none', (className) => {
  expect(findUtilityRule(className)).toBeUndefined();
});

describe('a page', () => {
  const source =
    '<div className="avatar shadow--md own"><img className="avatar__photo avatar__photo--lg" src="https://example.com/a.png" alt="" /></div>\n\n<ul className="pills padding--xs"><li className="pills__item">A</li></ul>\n';

  test('loads the rules of the classes that it uses, each once', async () => {
    const { styles } = await compile(source + source, { format: 'mdx', usesInfima: true });
    const style = styles.join('');
    for (const part of ['.avatar__photo--lg', '.shadow--md', '.pills__item--active', '.padding--xs'])
      expect(style.split(part)).toHaveLength(2);
    expect(style).not.toContain('own');
    expect(style).not.toContain('button-group');
  });

  test('loads no rules in a site in our own format', async () => {
    expect((await compile(source, { format: 'mdx' })).styles).toEqual([]);
  });
});
