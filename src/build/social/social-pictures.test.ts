import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer } from '../../../testing/server.ts';
import { TestSite } from '../../../testing/test-site.ts';
import { readLiveManifest } from '../../model/manifest.ts';
import { SOCIAL_PICTURE_HEIGHT, SOCIAL_PICTURE_WIDTH } from '../../ui/social-picture.ts';
import { openViews } from '../../views/scope-views.ts';
import { breakLines } from './break-lines.ts';
import { openPictures } from './draw-picture.ts';
import { findMissingPicturePackages } from './picture-packages.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><path fill="#00ff00" d="M0 0h8v4H0z"/></svg>';

function createSite(brand: string, pictures = true): TestSite {
  const site = new TestSite({
    'docs/open.md': '---\naudience: public\ndescription: How to boil water.\n---\n# Kettles\n',
    'docs/closed.md': '# Zibeline prices\n',
    'docs/staff.md': '---\naudience: [staff]\n---\n# Dibbler margins\n',
    'static/img/logo.svg': svg,
    'site.config.ts': `export default { name: 'Acme Docs', groups: ['staff'], publicPages: { pictures: ${pictures} }, brand: ${brand} };\n`,
  });
  return site;
}

const listPictures = (site: TestSite) =>
  readLiveManifest(site.distDir)?.entries.filter(({ url }) => url.startsWith('/_social/')) ?? [];

const readPicture = (site: TestSite, file = '') => readFileSync(path.join(site.distDir, file));

/** Width and height of a PNG. */
const readSize = (png: Uint8Array) => {
  const bytes = Buffer.from(png);
  return [bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

test('visitors can load the picture of a public page, and of no other', async () => {
  using site = createSite("{ color: '#b91c1c', logo: '/img/logo.svg' }");
  const { ok, problems } = await site.build();
  expect([ok, problems]).toEqual([true, []]);
  const pictures = listPictures(site);
  expect(pictures.map(({ url, audience, type }) => [url, audience, type])).toEqual([
    ['/_social/docs/open.png', 'public', 'image/png'],
  ]);
  expect(readSize(readPicture(site, pictures[0]?.file))).toEqual([
    'PNG',
    SOCIAL_PICTURE_WIDTH,
    SOCIAL_PICTURE_HEIGHT,
  ]);
  const server = await startServer({
    dist: site.distDir,
    origin: 'https://docs.example',
    openViews,
    environment: { DATA_DIR: site.root },
  });
  try {
    const page = await server.get('/docs/open', { accept: 'text/html', 'sec-fetch-mode': 'navigate' });
    const [, address = ''] = /<meta property="og:image" content="([^"]+)">/.exec(page.body) ?? [];
    expect(address).toBe('https://docs.example/_social/docs/open.png');
    expect(page.body).toContain('<meta property="twitter:card" content="summary_large_image">');
    const picture = await server.get(new URL(address).pathname, {});
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    const answers = await Promise.all(
      ['closed', 'staff', 'missing'].map((name) => server.get(`/_social/docs/${name}.png`, {})),
    );
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      answers.map(() => [401, answers[2]?.body]),
    );
  } finally {
    await server.close();
  }
});

test('a picture is drawn again only if it shows something else', async () => {
  using site = createSite("{ color: '#b91c1c' }");
  await site.build();
  const [first] = listPictures(site);
  site.write(
    'docs/open.md',
    '---\naudience: public\ndescription: How to boil water.\n---\n# Kettles\n\nMore.\n',
  );
  await site.build();
  expect(listPictures(site)).toEqual([first]);
  site.write('docs/open.md', '---\naudience: public\n---\n# Teapots\n');
  await site.build();
  expect(listPictures(site)[0]?.hash).not.toBe(first?.hash);
});

test('a site that asks for no pictures has none', async () => {
  using site = createSite('{}', false);
  expect((await site.build()).ok).toBe(true);
  expect(listPictures(site)).toEqual([]);
});

const modules = path.join(import.meta.dirname, '../../../node_modules');
const look = { name: 'Acme Docs', isRightToLeft: false };
const text = { title: 'Kettles', description: '' };

describe('a picture differs with', () => {
  const logo = { type: 'image/svg+xml', bytes: Buffer.from(svg), width: 8, height: 4 };
  test.each([
    ['the colour', { ...look, accent: '#b91c1c' }, text],
    ['an SVG logo', { ...look, logo }, text],
    ['the name', { ...look, name: 'Kettle Docs' }, text],
    ['the title', look, { ...text, title: 'Teapots' }],
    ['accents, in another part of the font', look, { ...text, title: 'Ketőles' }],
    ['the description', look, { ...text, description: 'How to boil water.' }],
    ['the direction', { ...look, isRightToLeft: true }, text],
    [
      'the font',
      { ...look, font: readFileSync(path.join(modules, 'katex/dist/fonts/KaTeX_Main-Regular.woff2')) },
      text,
    ],
  ])('%s', async (_, otherLook, otherText) => {
    const plainPicture = (await openPictures(look))(text);
    const other = (await openPictures(otherLook))(otherText);
    expect(Buffer.compare(plainPicture, other)).not.toBe(0);
  });
});

test('a title in letters that the font lacks is left out instead of drawn as boxes', async () => {
  const draw = await openPictures(look);
  expect(draw({ title: '水を沸かす', description: '' })).toEqual(draw({ title: '', description: '' }));
});

test('packages that are missing are a problem at the setting', () => {
  using site = createSite('{}');
  const file = path.join(site.root, 'site.config.ts');
  const fromElsewhere = createRequire(path.join(site.root, 'index.js'));
  const find = (pictures: boolean) =>
    findMissingPicturePackages({ publicPages: { indexed: false, pictures } }, file, fromElsewhere);
  expect(find(true).map(({ line, message }) => [line, message])).toEqual([
    [1, "The package `@resvg/resvg-wasm` isn't installed."],
    [1, "The package `@fontsource/inter` isn't installed."],
  ]);
  expect(find(false)).toEqual([]);
});

describe('a text is broken between words', () => {
  const style = { size: 60, weight: 700, color: '#000' } as const;
  /** Each character takes 60 pixels, so 17 of them fit into a line. */
  const breakIntoTwoLines = (words: string) =>
    breakLines(words, style, { measure: (line) => line.length * 60, linesMax: 2, width: 1040 });
  test.each([
    ['', []],
    ['One line', ['One line']],
    ['Two lines of this text', ['Two lines of this', 'text']],
    ['More lines of text than there are', ['More lines of', 'text than there…']],
    ['Donaudampfschifffahrt', ['Donaudampfschiff…']],
  ])('%s', (words, lines) => {
    expect(breakIntoTwoLines(words)).toEqual(lines);
  });
});
