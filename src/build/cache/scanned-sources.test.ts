import { expect, test } from 'vitest';
import { BuildCache } from './build-cache.ts';
import { importsIn, keepImports, recallImports } from './scanned-sources.ts';

const source = (hash: string, text: () => string) => ({ file: '/site/a.ts', hash, text });
const unread = () => {
  throw new Error('This was looked through before.');
};

test('what a file imports is found once, and kept for builds of later processes as long as the scanner is the same', () => {
  using cache = new BuildCache(':memory:');
  const imports = [{ specifier: './b.ts', kind: 'value' }];
  expect(importsIn(source('one', () => "import './b.ts';\n"))).toEqual(imports);
  expect(importsIn(source('one', unread))).toEqual(imports);
  expect(() => importsIn(source('two', unread))).toThrow('looked through before');
  keepImports(cache);

  const stored = JSON.parse(cache.metadata('imports') ?? '');
  const ofLaterProcess = (scanner: string) => {
    const entries = [['a.ts three', imports]];
    cache.storeMetadata('imports', JSON.stringify({ scanner, imports: entries }));
    recallImports(cache);
  };
  expect(stored.imports).toContainEqual(['a.ts one', imports]);
  ofLaterProcess('another');
  expect(() => importsIn(source('three', unread))).toThrow('looked through before');
  ofLaterProcess(stored.scanner);
  expect(importsIn(source('three', unread))).toEqual(imports);
});
