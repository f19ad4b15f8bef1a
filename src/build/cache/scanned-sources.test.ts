import { expect, test } from 'vitest';
import { BuildCache } from './build-cache.ts';
import { loadStoredImports, readImports, storeImports } from './scanned-sources.ts';

const source = (hash: string, text: () => string) => ({ file: '/site/a.ts', hash, text });
const unread = () => {
  throw new Error('This file was scanned before.');
};

test('scans a file once, and stores its imports for later processes with the same scanner', () => {
  using cache = new BuildCache(':memory:');
  const imports = [{ specifier: './b.ts', kind: 'value' }];
  expect(readImports(source('one', () => "import './b.ts';\n"))).toEqual(imports);
  expect(readImports(source('one', unread))).toEqual(imports);
  expect(() => readImports(source('two', unread))).toThrow('scanned before');
  storeImports(cache);

  const record = JSON.parse(cache.metadata('imports') ?? '');
  const ofLaterProcess = (scanner: string) => {
    const entries = [['a.ts three', imports]];
    cache.storeMetadata('imports', JSON.stringify({ scanner, imports: entries }));
    loadStoredImports(cache);
  };
  expect(record.imports).toContainEqual(['a.ts one', imports]);
  ofLaterProcess('another');
  expect(() => readImports(source('three', unread))).toThrow('scanned before');
  ofLaterProcess(record.scanner);
  expect(readImports(source('three', unread))).toEqual(imports);
});
