import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSiteFolder } from '../../testing/docs-folder.ts';
import {
  explainRefusal,
  findRefusalToImport,
  findRefusalToPublish,
  findRefusalToWrite,
} from '../shared/site-boundary.ts';
import { addNamedFolders, createBoundary } from './site-boundary.ts';

const environment = { DATA_DIR: 'data', DIST_DIR: 'dist', BACKUP_DIR: undefined };

test('includes the site and its repository, whatever the folders above are called', () => {
  const home = createSiteFolder({
    '.work/repository/.git/HEAD': '',
    '.work/repository/.website/docs/a.md': '',
    '.work/repository/picture.png': '',
    '.work/repository/.env': '',
    '.work/outside.png': '',
  });
  const repository = path.join(home, '.work/repository');
  const site = path.join(repository, '.website');
  const boundary = createBoundary(site, environment, site);
  const refusals = [
    '.website/docs/a.md',
    'picture.png',
    '.env',
    '.git/HEAD',
    '../outside.png',
    'none.png',
  ].map((name) => findRefusalToPublish(boundary, path.join(repository, name)));
  expect(refusals).toEqual([undefined, undefined, 'hidden', 'hidden', 'outside', undefined]);
});

test('counts a data folder as the site’s until the server stores data in it', () => {
  const site = createSiteFolder({ 'data/list.json': '{}' });
  const file = path.join(site, 'data/list.json');
  expect(findRefusalToImport(createBoundary(site, environment, site), file)).toBeUndefined();
  mkdirSync(path.join(site, 'data/accounts.db'));
  expect(findRefusalToImport(createBoundary(site, environment, site), file)).toBe('private');
  const withDataDir = { ...environment, DATA_DIR: './data' };
  expect(findRefusalToImport(createBoundary(site, withDataDir, site), file)).toBe('private');
});

test('doesn’t count a site inside the data folder as data', () => {
  const data = createSiteFolder({ 'accounts.db': '', 'site/docs/a.md': '', 'site/data/b.txt': '' });
  const site = path.join(data, 'site');
  const boundary = createBoundary(site, { ...environment, DATA_DIR: data }, site);
  expect(findRefusalToPublish(boundary, path.join(site, 'docs/a.md'))).toBeUndefined();
  expect(findRefusalToPublish(boundary, path.join(data, 'accounts.db'))).toBe('private');
});

test('counts a named folder by its real path, not by a link in the site', () => {
  const site = createSiteFolder({ 'docs/a.md': '' });
  const outside = createSiteFolder({ 'b.md': '' });
  symlinkSync(outside, path.join(site, 'link'));
  const boundary = createBoundary(site, environment, site);
  const findRootsWith = (folder: string) => addNamedFolders(boundary, site, [folder]).roots;
  expect(findRootsWith(outside)).toContain(realpathSync(outside));
  expect(findRootsWith(path.join(site, 'link'))).toEqual(boundary.roots);
});

test('allows packages in hidden folders and doesn’t write through links that lead out', () => {
  const site = createSiteFolder({ 'node_modules/.pnpm/p@1/node_modules/p/index.js': '', '.secret/a.js': '' });
  const outside = createSiteFolder({ 'b.md': '' });
  const boundary = createBoundary(site, environment, site);
  const resolveInSite = (name: string) => path.join(site, name);
  expect(
    findRefusalToImport(boundary, resolveInSite('node_modules/.pnpm/p@1/node_modules/p/index.js')),
  ).toBeUndefined();
  expect(findRefusalToImport(boundary, resolveInSite('.secret/a.js'))).toBe('hidden');
  symlinkSync(outside, resolveInSite('out'));
  symlinkSync(path.join(outside, 'missing'), resolveInSite('dangling'));
  expect(
    ['new.md', 'new/deep.md', 'out/new.md', 'out/new/deep.md', 'dangling', 'dangling/a.md'].map((name) =>
      findRefusalToWrite(boundary, resolveInSite(name)),
    ),
  ).toEqual([undefined, undefined, 'outside', 'outside', 'outside', 'outside']);
});

test.each([
  ['.gitbook/assets/plan.png', undefined],
  ['.gitbook/assets/Plan of the house (2).JPEG', undefined],
  ['.gitbook/plan.pdf', undefined],
  ['docs/.attachments/tour.mp4', undefined],
  ['docs/.files/.more/letters.woff2', undefined],
  ['docs/.files/samples.tar.gz', undefined],
  ['.gitbook/assets/.plan.png', 'hidden'],
  ['.env.png', 'hidden'],
  ['docs/.pdf', 'hidden'],
  ['.gitbook/.env', 'hidden'],
  ['.gitbook/token.txt', 'hidden'],
  ['.gitbook/config.json', 'hidden'],
  ['.gitbook/page.md', 'hidden'],
  ['.gitbook/id_rsa', 'hidden'],
  ['.git/config', 'hidden'],
  ['.git/refs/heads/release.zip', 'hidden'],
  ['.GIT/logs/a.png', 'hidden'],
  ['docs/.git/a.png', 'hidden'],
  ['.ssh/keys.zip', 'hidden'],
  ['.aws/a.pdf', 'hidden'],
  ['.cache/a.svg', 'hidden'],
  ['.docusaurus/a.svg', 'hidden'],
] as const)(
  'publishes %s from a folder with a dot only if it is a picture or a download: %s',
  (name, refusal) => {
    const site = createSiteFolder({ [name]: '' });
    const boundary = createBoundary(site, environment, site);
    expect(findRefusalToPublish(boundary, path.join(site, name))).toBe(refusal);
    expect(findRefusalToImport(boundary, path.join(site, name))).toBe(refusal);
  },
);

test('judges a link to a picture by its target, and a folder that is called like one as a folder', () => {
  const site = createSiteFolder({
    '.gitbook/plan.png': '',
    '.config/token.txt': '',
    '.config/keys.zip/id_rsa': '',
    'docs/a.md': '',
  });
  const boundary = createBoundary(site, environment, site);
  const refuseLinkTo = (target: string) => {
    const link = path.join(site, 'docs', `${target.replaceAll('/', '-')}.png`);
    symlinkSync(path.join(site, target), link);
    return findRefusalToPublish(boundary, link);
  };
  expect(refuseLinkTo('.gitbook/plan.png')).toBeUndefined();
  expect(refuseLinkTo('.config/token.txt')).toBe('hidden');
  expect(refuseLinkTo('.config/keys.zip')).toBe('hidden');
  expect(refuseLinkTo('.config/keys.zip/id_rsa')).toBe('hidden');
  expect(findRefusalToWrite(boundary, path.join(site, '.gitbook/new.png'))).toBe('hidden');
});

test('says what to do about data that Docusaurus has generated, and about other hidden files', () => {
  const site = createSiteFolder({ '.docusaurus/blog/default/posts.json': '[]', '.data/posts.json': '[]' });
  const explain = (name: string) => explainRefusal('hidden', name, path.join(site, name));
  expect(explain('.docusaurus/blog/default/posts.json')).toContain('Write the data into a file of the site');
  expect(explain('.data/posts.json')).toContain('begins with a dot');
});
