// @module-tag whole-chromium
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findChromium } from '../../../testing/find-chromium.ts';
import { testEnvironment } from '../../../testing/test-environment.ts';
import { readFeatureMessages } from '../../config/feature-messages.ts';
import { composeSiteTexts } from '../../config/texts.ts';
import { pdfExport } from './feature.ts';

const texts = composeSiteTexts({}, readFeatureMessages([pdfExport]));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pdf-browser-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const examine = (settings: Record<string, string>) =>
  pdfExport.examine?.(testEnvironment(settings), { texts, dataFiles: [] });

function writeProgram(text: string, mode: number): string {
  const file = path.join(folder, 'browser');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

test('starts the browser that PDF_BROWSER names, once for checks that follow each other', async () => {
  const starts = path.join(folder, 'starts');
  const PDF_BROWSER = writeProgram(
    `#!/bin/sh\necho start >> '${starts}'\nexec '${findChromium('whole')}' "$@"\n`,
    0o755,
  );
  const finding = {
    check: 'pdf',
    state: 'ok',
    message: expect.stringMatching(/^Readers can save pages as PDF: .* starts, version [\d.]+\.$/),
  };
  for (let time = 0; time < 2; time++) expect(await examine({ PDF_BROWSER })).toEqual([finding]);
  expect(readFileSync(starts, 'utf8')).toBe('start\n');
});

test("only looks for a browser if PDF_BROWSER isn't set", async () => {
  expect(await examine({})).toEqual([{ check: 'pdf', state: 'ok', message: expect.any(String) }]);
});

test("warns if PDF_BROWSER names a file that doesn't exist", async () => {
  const PDF_BROWSER = path.join(folder, 'nothing');
  expect(await examine({ PDF_BROWSER })).toMatchObject([
    { state: 'warn', message: expect.stringContaining(`names ${PDF_BROWSER}, which doesn't exist`) },
  ]);
});

test.each([
  [
    'a program that ends',
    '#!/bin/sh\necho "libnss3.so is missing" >&2\nexit 127\n',
    0o755,
    'libnss3.so is missing',
  ],
  ["a file that isn't a program", 'nothing', 0o644, 'EACCES'],
])("warns if PDF_BROWSER names %s, and says why it doesn't start", async (_, text, mode, reason) => {
  const PDF_BROWSER = writeProgram(text, mode);
  expect(await examine({ PDF_BROWSER })).toMatchObject([
    {
      state: 'warn',
      message: expect.stringContaining(reason),
      todo: expect.stringContaining(`${PDF_BROWSER} --headless`),
    },
  ]);
});
