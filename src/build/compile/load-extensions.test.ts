import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkExtensions, loadExtensions } from './load-extensions.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'extensions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function describeCompiler(name: string, source: string) {
  const module = path.join(folder, `${name}.ts`);
  writeFileSync(module, source);
  return { feature: 'quotes', module, liveParts: ['Quote'] };
}

test('loads the extension of a feature with its name', async () => {
  const compiler = describeCompiler('right', 'export const extension = { fences: { Quote: () => ({}) } };');
  expect(await checkExtensions([compiler])).toEqual([]);
  expect(await loadExtensions([compiler])).toMatchObject([
    { feature: 'quotes', fences: { Quote: expect.any(Function) } },
  ]);
});

test.each([
  ['absent', 'export const extensions = {};', /it must export `extension`/],
  ['default', 'export default { fences: {} };', /it must export `extension`/],
  ['broken', "import './gone.ts';\nexport const extension = {};", /Cannot find module/],
  [
    'undeclared',
    'export const extension = { fences: { Qoute: () => ({}) } };',
    /claims fences for Qoute, which `markdown\.liveParts` doesn't declare\. Did you mean "Quote"\?/,
  ],
])('reports a module that can’t be used: %s', async (name, source, message) => {
  const compiler = describeCompiler(name, source);
  await expect(loadExtensions([compiler])).rejects.toThrow();
  expect(await checkExtensions([compiler])).toEqual([
    {
      code: 'feature',
      severity: 'error',
      file: compiler.module,
      message: expect.stringMatching(/^The compiler of the feature "quotes" can't be used: /),
    },
  ]);
  expect((await checkExtensions([compiler]))[0]?.message).toMatch(message);
});
