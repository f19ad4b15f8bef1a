import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readArticle } from '../checks/article-source.ts';
import { listDownloads } from '../testing/downloads.ts';
import { manualData } from '../testing/manual.ts';

const siteDir = path.resolve(import.meta.dirname, '..');
let downloads: ReturnType<typeof listDownloads>;

beforeAll(() => {
  const articles = manualData.listFiles('docs', /\.mdx?$/).flatMap((one) => readArticle(one) ?? []);
  downloads = listDownloads({ file: manualData.file, articles });
});

test('the processes that readers download are those of the story and the articles; `vitest -u` writes them', async () => {
  for (const { name, text } of downloads) await expect(text).toMatchFileSnapshot(path.join(siteDir, name));
});

test('the data has the code of the triggers that articles show, and the rows of the tables', () => {
  const exportedJson = downloads.find(({ name }) => name.endsWith('/purchase-request.json'))?.text ?? '';
  const { triggers, pmTables }: Data = JSON.parse(exportedJson);
  expect(triggers.find(({ title }) => title === 'Compute total')?.code).toContain('@#totalAmount = $total;');
  expect(triggers.filter(({ code }) => code !== undefined).length).toBeGreaterThan(40);
  expect(pmTables.find(({ name }) => name === 'PMT_COUNTRY')?.rows[0]).toEqual({
    CODE: 'CA',
    NAME: 'Canada',
  });
});

test('an example process has its forms and the code of its triggers', () => {
  const exportedJson = downloads.find(({ name }) => name.endsWith('/leave-request.json'))?.text ?? '';
  const { forms, triggers }: ExampleData = JSON.parse(exportedJson);
  expect(forms.map(({ title }) => title)).toEqual(['Leave request']);
  expect(triggers.map(({ code }) => code)).toEqual([expect.stringContaining('@%leaveDays = $weekdays;')]);
});

interface ExampleData {
  forms: { title: string }[];
  triggers: { code?: string }[];
}

interface Data {
  triggers: { title: string; code?: string }[];
  pmTables: { name: string; rows: Record<string, unknown>[] }[];
}
