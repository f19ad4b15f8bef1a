import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { engineFeatures } from '../src/features/index.ts';
import { startPreview } from '../src/preview/preview.ts';
import { launchChromium } from '../testing/chromium.ts';
import { generateDocs } from '../testing/generated-docs/generate-docs.ts';
import { testEnvironment } from '../testing/test-environment.ts';
import { type Bench, computeMedian } from './bench.ts';
import { projectDir } from './support/measured-run.ts';

const SAVES = 15;

/** Measures the time from the end of writing a file until an open page shows the change. */
export const saveBench: Bench = {
  name: 'save',
  about: 'Saved file to open page, in the writing preview of 150 pages',
  async run({ folder, say }) {
    const root = folder();
    const docs = path.join(root, 'docs');
    const { files } = generateDocs(docs, 150);
    const environment = testEnvironment({ DOCS_DIR: docs, DIST_DIR: path.join(root, 'dist'), PORT: '0' });
    const preview = await startPreview({
      features: engineFeatures,
      environment,
      workDir: projectDir,
      gate: false,
    });
    if (!preview.ok) throw new Error(preview.problems.map(({ message }) => message).join('\n'));
    const browser = await launchChromium({ whole: true });
    try {
      const page = await browser.newPage();
      const file = path.join(docs, files[0] ?? '');
      writeFileSync(file, '# Saved\n\nNothing yet.\n');
      await page.goto(`${preview.origin}/docs`);
      await page.getByText('Nothing yet.').waitFor();
      const body: number[] = [];
      const title: number[] = [];
      for (let save = 0; save < SAVES; save += 1) {
        say(`save ${save + 1} of ${SAVES}`);
        const measureSave = async (text: string, words: string) => {
          // Resolves in the page after the frame in which the words are painted.
          const painted = page.evaluate(
            (expected) =>
              new Promise<number>((resolve) => {
                const look = () =>
                  document.querySelector('.theme-doc-markdown')?.textContent?.includes(expected)
                    ? requestAnimationFrame(() => resolve(Date.now()))
                    : requestAnimationFrame(look);
                look();
              }),
            words,
          );
          writeFileSync(file, text);
          const savedAt = Date.now();
          return (await painted) - savedAt;
        };
        body.push(await measureSave(`# Saved\n\nWords ${save} are here.\n`, `Words ${save} are here.`));
        title.push(await measureSave(`# Saved title ${save}\n\nWords.\n`, `Saved title ${save}`));
      }
      const budget = { limit: 300, kind: 'below' as const };
      return [
        { what: 'changed words, median', value: computeMedian(body), unit: 'ms', budget },
        { what: 'changed words, slowest', value: Math.max(...body), unit: 'ms', budget },
        { what: 'changed title, median', value: computeMedian(title), unit: 'ms', budget },
        { what: 'changed title, slowest', value: Math.max(...title), unit: 'ms', budget },
      ];
    } finally {
      await browser.close();
      await preview.close();
    }
  },
};
