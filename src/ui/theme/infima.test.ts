import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8');
const css = ['infima.css', 'infima-classes.css', 'infima-utilities.css'].map(read).join('\n');

const tones = ['primary', 'secondary', 'success', 'info', 'warning', 'danger'];
const shades = ['dark', 'darker', 'darkest', 'light', 'lighter', 'lightest'];
const sides = ['', '-top', '-bottom', '-left', '-right', '-vert', '-horiz'];
const sizes = ['none', 'xs', 'sm', 'md', 'lg', 'xl'];
const columns = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

test.each([
  [
    'tones',
    tones.flatMap((tone) => [`button--${tone}`, `badge--${tone}`, `alert--${tone}`, `text--${tone}`]),
  ],
  ['buttons', ['lg', 'sm', 'block', 'outline', 'link', 'active'].map((name) => `button--${name}`)],
  [
    'distances',
    sides.flatMap((side) => sizes.flatMap((size) => [`margin${side}--${size}`, `padding${side}--${size}`])),
  ],
  ['columns', columns.flatMap((share) => [`col--${share}`, `col--offset-${share}`])],
  [
    'texts',
    ['center', 'left', 'right', 'justify', 'bold', 'semibold', 'italic', 'uppercase', 'truncate'].map(
      (name) => `text--${name}`,
    ),
  ],
  ['shadows', ['shadow--lw', 'shadow--md', 'shadow--tl']],
  [
    'parts',
    ['hero--dark', 'avatar__name', 'pills__item--active', 'card__image', 'clean-btn', 'button-group'],
  ],
])('the classes of Infima have rules: %s', (_, names) => {
  const selectors = new Set(css.match(/\.[a-z][\w-]*/g));
  // The rule for all columns has twelve of twelve parts.
  expect(names.filter((name) => !selectors.has(`.${name}`) && name !== 'col--12')).toEqual([]);
});

test('variables that style sheets of sites read have a value', () => {
  const names = [
    ...tones.flatMap((tone) => shades.map((shade) => `color-${tone}-${shade}`)),
    ...tones.flatMap((tone) => [`color-${tone}-contrast-background`, `color-${tone}-contrast-foreground`]),
    ...[0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000].map((shade) => `color-gray-${shade}`),
    ...[1, 2, 3, 4, 5, 6].map((level) => `h${level}-font-size`),
    ...[
      'pre-padding',
      'hero-text-color',
      'hr-height',
      'paragraph-margin-bottom',
      'navbar-padding-horizontal',
    ],
    ...['alert-padding-vertical', 'card-horizontal-spacing', 'z-index-fixed', 'transition-timing-default'],
  ];
  expect(names.filter((name) => !css.includes(`--ifm-${name}:`))).toEqual([]);
  // Those of the theme for OpenAPI, which color the methods in the sidebar.
  const colors = ['blue', 'green', 'orange', 'red'].map((color) => `--openapi-code-${color}:`);
  expect(colors.filter((name) => !css.includes(name))).toEqual([]);
});

test('no variable is defined in terms of itself', () => {
  const values = new Map(
    [...css.matchAll(/^ {2}(--[\w-]+): ([^;]+);/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const reaches = (name: string, goal: string, seen = new Set<string>()): boolean =>
    [...(values.get(name) ?? '').matchAll(/var\((--[\w-]+)/g)].some(([, next = '']) => {
      if (next === goal) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, goal, seen);
    });
  expect([...values.keys()].filter((name) => reaches(name, name))).toEqual([]);
});
