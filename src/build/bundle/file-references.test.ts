import { expect, test } from 'vitest';
import { listFileReferences } from './file-references.ts';

test.each<[sheet: string, ...references: string[]]>([
  ['@import "a.css";\n@import \'./b.css\' screen;', '1 import a.css', '2 import ./b.css'],
  ['@import url(a.css); @import url("./b.css") layer(x)', '1 import a.css', '1 import ./b.css'],
  ['@use "a"; @forward \'./b\' as c-*;', '1 import a', '1 import ./b'],
  [
    'a {\n  background: url(./a.png), url("b.svg#c"), url(\'/d.png?e\');\n}',
    '2 address ./a.png',
    '2 address b.svg',
    '2 address /d.png',
  ],
  ['a { src: url(data:font/woff2;base64,x), url(https://x.example/a), url(//x.example/a), url(#b) }'],
  ['.a {\n  composes: b c from "./d.module.css";\n}', '2 import ./d.module.css'],
  [".a { compose-with: b from './c.css' }", '1 import ./c.css'],
  ['.a { composes: b; composes: c from global }'],
  ["@value a, b as c from './d.css';", '1 import ./d.css'],
  ["@value a: './b.css';\n@value c from a;\n@value d: 'Arial';", '1 import ./b.css'],
  [":import('./a.module.css') { b: c }", '1 import ./a.module.css'],
  [
    'a { background: image-set("a.png" 1x, url("b.png") 2x, \'c.avif\' type("image/avif")) }',
    '1 address a.png',
    '1 address b.png',
    '1 address c.avif',
  ],
  ['a { background: -webkit-image-set("a.png" 1x) } b::after { content: "c.png" }', '1 address a.png'],
])('finds the files that %s names', (sheet, ...references) => {
  const listedReferences = listFileReferences(sheet).map(
    ({ reference, line, isImport }) => `${line} ${isImport ? 'import' : 'address'} ${reference}`,
  );
  expect(listedReferences.sort()).toEqual(references.toSorted());
});
