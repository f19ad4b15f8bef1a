import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished, test } from 'vitest';
import { readSiteFiles } from './site-files.ts';

function readImports(text: string) {
  const siteDir = mkdtempSync(path.join(tmpdir(), 'site-files-'));
  onTestFinished(() => rmSync(siteDir, { recursive: true }));
  mkdirSync(path.join(siteDir, 'src'));
  // Templates are written with § in this file, so that they aren't mistaken for templates of the test.
  writeFileSync(path.join(siteDir, 'src/a.jsx'), text.replaceAll('§', '$'));
  const [file] = readSiteFiles(siteDir, ['src'], 'jsx');
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
