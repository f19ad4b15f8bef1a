// @module-tag chromium
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Manifest, manifestSchema } from '../../src/model/manifest.ts';
import { ownManual, startManual } from '../../testing/manuals.ts';
import { projectDir, type RunningSite } from '../../testing/running-site.ts';
import { collectLoginFiles, probeAsVisitor } from '../../testing/visitor-probe.ts';

const dist = path.join(projectDir, 'dist');

let site: RunningSite;
let manifest: Manifest;
let canaries: string[];
beforeAll(async () => {
  site = await startManual(ownManual);
  manifest = manifestSchema.parse(JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8')));
  canaries = findUniqueTexts(manifest);
});
afterAll(() => site?.stop());

/** Finds words in every article that occur in no other file of the site. */
function findUniqueTexts({ entries }: Manifest): string[] {
  const files = entries
    .filter(({ url, type }) => type.startsWith('text/html') && url.startsWith('/docs/LuranaBPA/'))
    .map(({ file }) => readFileSync(path.join(dist, file), 'utf8'));
  return files.map((html, position) => {
    // A page that only collects texts of others has no paragraph of its own, but a heading or a cell.
    const texts = [/<p>([^<>&]{30,})</g, />([^<>&]{30,})</g].flatMap((pattern) =>
      [...html.matchAll(pattern)].map(([, text]) => text ?? ''),
    );
    const uniqueText = texts.find((text) =>
      files.every((other, index) => index === position || !other.includes(text)),
    );
    if (uniqueText === undefined) throw new Error(`no paragraph of its own in article ${position}`);
    return uniqueText;
  });
}

test("a visitor gets no sentence of any article of the real site and can't tell which pages exist", async () => {
  expect(canaries.length).toBeGreaterThan(20);
  const report = await probeAsVisitor({ origin: site.origin, manifest, canaries, thorough: 10 });
  expect(report.leaks).toEqual([]);
  expect(report.differences).toEqual([]);
  expect(report.requests).toBeGreaterThan(2 * manifest.entries.length);
});

test('nothing that the login page loads holds a sentence or a title', async () => {
  const titles = [...canaries, 'Dependent fields', 'Process supervisors', 'tutorialSidebar'];
  const loadedTexts = await collectLoginFiles(site.origin);
  expect(loadedTexts.size).toBeGreaterThan(2);
  for (const [address, text] of loadedTexts) {
    for (const title of titles) expect(text.includes(title), `${title} in ${address}`).toBe(false);
  }
});

test('no file that a visitor may have, and no script at all, holds a sentence or a title', () => {
  const open = manifest.entries.filter(
    ({ audience, type }) => audience === 'visitor' || type.includes('javascript'),
  );
  expect(open.length).toBeGreaterThan(3);
  for (const { file, url } of open) {
    const text = readFileSync(path.join(dist, file), 'utf8');
    for (const title of [...canaries, 'Dependent fields', 'LuranaBPA/']) {
      expect(text.includes(title), `${title} in ${url}`).toBe(false);
    }
  }
});
