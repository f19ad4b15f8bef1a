import { expect, test } from 'vitest';
import { BuildCache } from './build-cache.ts';
import { loadStoredImports, readImports, storeImports } from './scanned-sources.ts';

const createSource = (hash: string, readText: () => string) => ({ file: '/site/a.ts', hash, readText });
const failIfRead = () => {
  throw new Error('This file was scanned before.');
};

test('scans a file once, and stores its imports for later processes with the same scanner', () => {
  using cache = new BuildCache(':memory:');
  const imports = [{ specifier: './b.ts', kind: 'value' }];
  expect(readImports(createSource('one', () => "import './b.ts';\n"))).toEqual(imports);
  expect(readImports(createSource('one', failIfRead))).toEqual(imports);
  expect(() => readImports(createSource('two', failIfRead))).toThrow('scanned before');
  storeImports(cache);

  const record = JSON.parse(cache.readMetadata('imports') ?? '');
  const scanInLaterProcess = (scanner: string) => {
    const entries = [['a.ts three', imports]];
    cache.storeMetadata('imports', JSON.stringify({ scanner, imports: entries }));
    loadStoredImports(cache);
  };
  expect(record.imports).toContainEqual(['a.ts one', imports]);
  scanInLaterProcess('another');
  expect(() => readImports(createSource('three', failIfRead))).toThrow('scanned before');
  scanInLaterProcess(record.scanner);
  expect(readImports(createSource('three', failIfRead))).toEqual(imports);
});
