import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compile } from '../../../testing/compile.ts';
import { writeInfimaVariables } from './infima-variables.ts';

test.each([
  ['padding: var(--ifm-navbar-padding-vertical) var(--ifm-navbar-padding-horizontal)', 2],
  ['color: var( --ifm-color-danger-dark )', 1],
  ['background: var(--ifm-color-success-contrast-background)', 1],
  ['border-radius: var(--ifm-button-border-radius, 4px)', 1],
  ['color: var(--ifm-color-gray-800); height: var(--ifm-hr-height)', 2],
])('gives the variables of %s their values', (css, count) => {
  const rule = writeInfimaVariables(`.own { ${css} }`);
  expect(rule).toMatch(/^:where\(:root\)\{[^{}]+\}$/);
  expect(rule.split(/--ifm-[a-z-\d]+:/)).toHaveLength(count + 1);
});

test.each([
  '.own { color: red }',
  '.own { color: var(--ifm-color-primary) }',
  '.own { color: var(--own-color); width: var(--ifm-of-nobody) }',
  '.own { --ifm-pre-padding: 0 }',
])('writes nothing where nothing is missing: %s', (css) => {
  expect(writeInfimaVariables(css)).toBe('');
});

test('a value reads only variables that have a value', () => {
  const shared = readFileSync(new URL('../../ui/theme/infima.css', import.meta.url), 'utf8');
  const source = readFileSync(new URL('./infima-variables.ts', import.meta.url), 'utf8');
  const names = [...source.matchAll(/^ {2}'?([a-z\d-]+)'?: '/gm)].map(([, name = '']) => `--ifm-${name}`);
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) {
    const rule = writeInfimaVariables(`a { color: var(${name}) }`);
    for (const [, needed = ''] of rule.matchAll(/var\((--ifm-[a-z\d-]+)/g))
      expect([name, `${rule}${shared}`.includes(`${needed}:`)]).toEqual([name, true]);
  }
});

describe('a page', () => {
  const source = '<p style={{ color: "var(--ifm-color-info-darkest)" }}>Words</p>\n';

  test('has the variables that its elements read', async () => {
    const { styles } = await compile(source, { format: 'mdx', usesInfima: true });
    expect(styles.join('')).toContain('--ifm-color-info-darkest:color-mix(');
  });

  test('has no variables in a site in our own format', async () => {
    expect((await compile(source, { format: 'mdx' })).styles.join('')).not.toContain('info-darkest:');
  });
});
