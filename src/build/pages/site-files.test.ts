import { expect, test } from 'vitest';
import { createSiteFolder, readSiteFolder } from '../../../testing/docs-folder.ts';
import { buildTitlesUrl } from '../../model/urls.ts';
import { listSiteFiles } from './site-files.ts';

test.each([
  ['made of code', '# A', ['/', 'Home', 'list']],
  ['a document', '---\nslug: /\n---\n# Pumps', ['/', 'Pumps']],
])('lists of pages have a title for a home page that is %s', async (_, document, expected) => {
  const folder = createSiteFolder({ 'docs/a.md': document });
  const { site, config } = await readSiteFolder(folder, { docs: [{ routeBasePath: '/' }] });
  const titles: [path: string, ...rest: string[]][] = JSON.parse(
    listSiteFiles(site, config).get(buildTitlesUrl('/'))?.() ?? '[]',
  );
  expect(titles.findLast(([path]) => path === '/')).toEqual(expected);
});
