import path from 'node:path';
import { expect, test } from 'vitest';
import { siteConfigSchema } from '../src/config/site-config.ts';
import { collectPageAudiences } from '../src/content/audiences/page-audiences.ts';
import { listRoutes } from '../src/content/links/routes.ts';
import { readSite } from '../src/content/read-site.ts';
import { createSiteView } from '../src/content/site-view.ts';
import { isInScope } from '../src/model/audience.ts';
import config, { restAdministration } from './site.config.ts';

async function read(more: object) {
  const read = siteConfigSchema.parse({ ...config, ...more });
  const siteDir = import.meta.dirname;
  return readSite({
    docsDir: path.join(siteDir, 'docs'),
    docsHome: siteDir,
    pagesDir: path.join(siteDir, 'src/pages'),
    config: read,
  });
}

test('every reader reads the whole manual, unless its switch is turned', async () => {
  expect(collectPageAudiences((await read({})).site)).toEqual(new Map());
});

test('with the switch, the REST administration is for its group, and nothing else is', async () => {
  const { site, problems } = await read(restAdministration);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const administrationDocs = site.docs.filter(({ file }) => file.includes('/RESTAPI/Administration/'));
  expect(administrationDocs.length).toBeGreaterThan(5);
  const createViewFor = (...groups: string[]) =>
    createSiteView(site, (audience) => isInScope(audience, { kind: 'reader', groups }));
  const ofReaders = new Set(listRoutes(createViewFor()));
  const hiddenRoutes = listRoutes(site).filter((route) => !ofReaders.has(route));
  expect(hiddenRoutes.sort()).toEqual(
    [...administrationDocs.map(({ path: route }) => route), '/docs/category/administration'].sort(),
  );
  expect(listRoutes(createViewFor('administration'))).toEqual(listRoutes(site));
});
