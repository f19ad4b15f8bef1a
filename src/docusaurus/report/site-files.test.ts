import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished, test } from 'vitest';
import { removeElidedImports } from './elided-imports.ts';
import { readSiteFiles } from './site-files.ts';

function readImports(text: string, ending = 'jsx') {
  const siteDir = mkdtempSync(path.join(tmpdir(), 'site-files-'));
  onTestFinished(() => rmSync(siteDir, { recursive: true }));
  mkdirSync(path.join(siteDir, 'src'));
  // Templates are written with § in this file, so that they aren't mistaken for templates of the test.
  writeFileSync(path.join(siteDir, `src/a.${ending}`), text.replaceAll('§', '$'));
  const [file] = readSiteFiles(siteDir, ['src'], ending).map(removeElidedImports);
  return file?.imports.map(({ specifier, line }) => `${line}: ${specifier}`);
}

test.for([
  ['an import', "import a from 'a';", ['1: a']],
  [
    'imports of types',
    "import type { A } from 'a';\nimport type from 'b';\nexport type { C } from 'c';",
    ['2: b'],
  ],
  ['a comment', "// import a from 'a';\n/* import b from 'b'; */", []],
  ['a comment without an end', "/* import a from 'a';", []],
  ['a string', 'const code = "import a from \'a\'";', []],
  ['a template literal', "const code = `import a from 'a'`;\nimport b from 'b';", ['2: b']],
  [
    'an expression in a template literal',
    "const url = `/x/§{require('a').name}/import b from 'b'`;",
    ['1: a'],
  ],
  [
    'an object in a template literal',
    "`§{{ a: require('a') }.a} import b from 'b'`;\nrequire('c')",
    ['1: a', '2: c'],
  ],
  [
    'nested template literals',
    "`§{list.map((x) => `§{require('a')(x)} from 'b'`)} from 'c'`;\nrequire('d')",
    ['1: a', '2: d'],
  ],
  ['an escaped backtick', "`\\` import a from 'a'`;\nimport('b')", ['2: b']],
  ['a dollar without a brace', "`$5 from 'a' $`;\nimport 'b'", ['2: b']],
  ['a literal without an end', "import a from 'a';\n`never closed from 'b'", ['1: a']],
] as const)('finds the imports of a module with %s', ([, text, expected], { expect }) => {
  expect(readImports(text)).toEqual(expected);
});

test.for([
  ['an import without a use', "import a from './a';\nimport './b';\n", ['2: ./b']],
  ['an import that is used', "import a from './a';\nexport default a;\n", ['1: ./a']],
  ['an element', "import Box from './box';\nexport default () => <Box />;\n", ['1: ./box']],
  ['several names of which one is used', "import A, { b as c, d } from './a';\nc();\n", ['1: ./a']],
  ['several names without a use', "import A, { b as c, d } from './a';\nb();\n", []],
  ['a namespace', "import * as a from './a';\nimport * as b from './b';\nb.c;\n", ['2: ./b']],
  [
    'names on several lines',
    "import {\n  a,\n  b,\n} from './a';\nimport {\n  c,\n} from './c';\nc();\n",
    ['7: ./c'],
  ],
  ['a name that is part of another', "import a from './a';\nconst ab = 1, $a = 2;\n", []],
  ['a name in the text of an element', "import Box from './box';\nexport default () => <b>Box</b>;\n", []],
  ['a type', "import { A } from './a';\nexport const b = (a: A): A[] => a as never;\n", []],
  ['a name in a comment', "import a from './a';\n// a\n", []],
  ['exports', "export { a } from './a';\nexport * from './b';\n", ['1: ./a', '2: ./b']],
] as const)(
  'finds the imports of TypeScript that are left in the JavaScript: %s',
  ([, text, expected], { expect }) => {
    expect(readImports(text, 'tsx')).toEqual(expected);
  },
);

test('finds imports without a use in JavaScript', ({ expect }) => {
  expect(readImports("import a from './a';\n")).toEqual(['1: ./a']);
});
