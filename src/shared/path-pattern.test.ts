// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are samples of code.
import { expect, test } from 'vitest';
import { compileRest, scanPathPatterns, splitPathPattern } from './path-pattern.ts';

const calls: readonly (readonly [code: string, ...patterns: string[]])[] = [
  ['require(`@site/static/img/${name}.png`).default', '@site/static/img/*.png'],
  ["require('@site/docs/' + file).default", '@site/docs/*'],
  ["require('./icons/' + name + '.svg')", './icons/*.svg'],
  ['require("./".concat(name, ".svg"))', './*.svg'],
  ["require('./'.concat(kind).concat('/a.svg'))", './*/a.svg'],
  ['require(`./${a}/b-${c}.png`)', './*/b-*.png'],
  ['require(`./${a ? `${b}/` : ""}x.png`)', './*x.png'],
  ["require('./' + (big ? 'big' : 'small') + '.png')", './*.png'],
  ["require('./' + names[0].toLowerCase() + '.png')", './*.png'],
  ['import(`./pages/${page}.jsx`)', './pages/*.jsx'],
  ['import(/* webpackChunkName: "page" */ `./pages/${page}`)', './pages/*'],
  ["require('!!raw-loader!./samples/' + file)", '!!raw-loader!./samples/*'],
  ["require.context('@site/static/icons', false, /\\.svg$/)", '@site/static/icons/*'],
  ["require.context('./icons/', true)", './icons/*'],
  ['require(file)', '*'],
  ["require(big ? './big.png' : './small.png')", '*'],
  ["require(base + '/x.png')", '*/x.png'],
  ["require('./fixed.png')"],
  ['require(`./fixed.png`)'],
  ["import('./fixed.js')"],
  ["load.require('./' + x)"],
  ["require.resolve('./' + x)"],
];

test.each([
  "// require('./' + x)",
  '/* import(`./${x}`) */',
  'const a = "require(\'./\' + x)"',
  'const a = `require("./" + x)`',
  "const a = /require('.' + x)/",
])('finds no pattern in %s', (code) => {
  expect(scanPathPatterns(`${code}\n`)).toEqual([]);
});

test.each(calls)('reads the pattern of %s', (code, ...patterns) => {
  expect(scanPathPatterns(`const a = ${code};\n`)).toEqual(patterns);
});

test('splits a pattern at its last certain folder', () => {
  expect(splitPathPattern('@site/static/img/icon-*.png')).toEqual({
    loaders: '',
    folder: '@site/static/img/',
    rest: 'icon-*.png',
  });
  expect(splitPathPattern('!!raw-loader!./a/*')).toEqual({
    loaders: '!!raw-loader!',
    folder: './a/',
    rest: '*',
  });
  for (const pattern of ['*', '*/x.png', 'icon-*.png', '/*', '!!raw-loader!*'])
    expect(splitPathPattern(pattern), pattern).toBeUndefined();
});

test('matches files in subfolders, and every other character as it is', () => {
  const pattern = new RegExp(compileRest('icon-*.png'));
  expect(
    ['./icon-a.png', './icon-b/c.png', './icon-aXpng', './a.png'].map((name) => pattern.test(name)),
  ).toEqual([true, true, false, false]);
});
