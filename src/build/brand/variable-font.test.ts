import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isVariableFont } from './variable-font.ts';

/** The start of a TrueType font, with its list of tables. */
function makeTrueType(tables: readonly string[]): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(0x0001_0000, 0);
  head.writeUInt16BE(tables.length, 4);
  return Buffer.concat([head, ...tables.map((name) => Buffer.concat([Buffer.from(name), Buffer.alloc(12)]))]);
}

/** The start of a WOFF2 font, with its list of tables. Numbers are those of the format. */
function makeWoff2(tables: readonly (number | string)[]): Buffer {
  const head = Buffer.alloc(48);
  head.write('wOF2', 0, 'latin1');
  head.writeUInt16BE(tables.length, 12);
  // A length of 300 takes two bytes. `glyf` (10) and `loca` (11) have a second one.
  const length = [0x82, 0x2c];
  const entries = tables.map((table) =>
    typeof table === 'string'
      ? Buffer.from([63, ...Buffer.from(table), ...length])
      : Buffer.from([table, ...length, ...(table === 10 || table === 11 ? length : [])]),
  );
  return Buffer.concat([head, ...entries]);
}

test.each([
  ['TrueType', makeTrueType(['cmap', 'fvar', 'glyf']), true],
  ['TrueType with one weight', makeTrueType(['cmap', 'glyf', 'head']), false],
  ['WOFF2', makeWoff2([0, 10, 11, 'HVAR', 47]), true],
  ['WOFF2 with one weight', makeWoff2([0, 10, 11, 'fvax', 5]), false],
  ['cut', makeWoff2([0, 10, 47]).subarray(0, 52), false],
  ['empty', Buffer.alloc(0), false],
])('a font that is %s', (_, font, isVariable) => {
  expect(isVariableFont(font)).toBe(isVariable);
});

test.each(['ttf', 'woff', 'woff2'])('a font of a package with one weight, as %s', (ending) => {
  const folder = path.join(import.meta.dirname, '../../../node_modules/katex/dist/fonts');
  expect(isVariableFont(readFileSync(path.join(folder, `KaTeX_Main-Regular.${ending}`)))).toBe(false);
});
