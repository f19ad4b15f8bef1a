import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { loadSiteConfig } from '../../config/load-site-config.ts';
import { manifestSchema } from '../../model/manifest.ts';
import { findBrandProblems } from './read-brand.ts';

const modules = path.join(import.meta.dirname, '../../../node_modules');
const font = readFileSync(path.join(modules, 'katex/dist/fonts/KaTeX_Main-Regular.woff2'));
/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';

async function build(site: TestSite) {
  const { ok, problems } = await site.build();
  expect([ok, problems]).toEqual([true, []]);
  const manifest = manifestSchema.parse(JSON.parse(site.page('manifest.json') ?? ''));
  const login = manifest.languages[0]?.templates.login ?? '';
  return {
    manifest,
    article: site.page('/docs/a') ?? '',
    login: readFileSync(path.join(site.distDir, login), 'utf8'),
  };
}

test('colour, logo and font apply to pages, sign-in and mails', async () => {
  using site = new TestSite({
    'docs/a.md': '# A\n',
    'site.config.ts':
      "export default { name: 'Kettles', brand: { color: '#b91c1c', logo: { light: '/img/day.png', dark: '/img/night.svg' }, font: 'fonts/main.woff2' } };\n",
  });
  site.write('static/img/day.png', png);
  site.write('static/img/night.svg', svg);
  site.write('static/fonts/main.woff2', font);
  const { manifest, article, login } = await build(site);
  const fontEntry = manifest.entries.find(({ url }) => /^\/_assets\/font\..+\.woff2$/.test(url));
  expect(fontEntry).toMatchObject({ audience: 'visitor', type: 'font/woff2' });
  for (const page of [article, login]) {
    expect(page).toMatch(/--accent:\s*light-dark\(#b91c1c,\s*#[\da-f]{6}\)/);
    expect(page).toMatch(/--sans:\s*"?Brand"?,\s*system-ui/);
    expect(page).toContain(`src:url("${fontEntry?.url}")`);
    expect(page).toContain(`<link rel="preload" as="font" href="${fontEntry?.url}" crossorigin>`);
    expect(page).toMatch(/<img[^>]+of-light-theme[^>]+\.png"/);
    expect(page).toMatch(/<img[^>]+of-dark-theme[^>]+\.svg"/);
  }
  expect(manifest.brand).toEqual({
    accent: { light: '#b91c1c', dark: expect.stringMatching(/^#[\da-f]{6}$/) },
    logo: { url: expect.stringMatching(/^\/_assets\/logo\..+\.png$/), width: 40, height: 40 },
  });
});

test('a change of the brand alone is a change', async () => {
  using site = new TestSite({
    'docs/a.md': '# A\n',
    'site.config.ts': "export default { name: 'Kettles' };\n",
  });
  const { article: plainArticle, manifest: plainManifest } = await build(site);
  expect(plainManifest.brand).toBeUndefined();
  site.write(
    'site.config.ts',
    "export default { name: 'Kettles', brand: { color: 'navy', font: 'Georgia, serif' } };\n",
  );
  const { article, manifest } = await build(site);
  expect(article).toMatch(/--accent:\s*light-dark\((?:navy|#000080),/);
  expect(article).toMatch(/--sans:\s*Georgia,\s*serif,\s*system-ui/);
  for (const page of [article, plainArticle]) expect(page).not.toContain('@font-face');
  expect(manifest.brand).toEqual({ accent: { light: '#000080', dark: expect.any(String) } });
});

test('a moved-in site names its brand in customFields, and its style sheet can replace it', async () => {
  using site = new TestSite({
    'docs/a.md': '# A\n',
    'static/mark.svg': svg,
    'src/css/custom.css': ':root { --ifm-font-family-base: Verdana }\n',
    'docusaurus.config.js': `module.exports = {
      title: 'Kettles', url: 'https://kettles.example', baseUrl: '/',
      presets: [['classic', { blog: false, theme: { customCss: './src/css/custom.css' } }]],
      customFields: { brand: { color: 'teal', logo: 'mark.svg', font: 'Georgia' } },
    };\n`,
  });
  const { article, login, manifest } = await build(site);
  expect(article).toMatch(/--ifm-color-primary:\s*light-dark\(/);
  expect(article.lastIndexOf('--ifm-font-family-base:Verdana')).toBeGreaterThan(
    article.lastIndexOf('--ifm-font-family-base:Georgia'),
  );
  expect(login).toMatch(/--accent:\s*light-dark\(#/);
  expect(login).toMatch(/<img[^>]+visitor__logo[^>]+\.svg"/);
  // Mail clients show no SVG.
  expect(manifest.brand).toEqual({ accent: { light: expect.any(String), dark: expect.any(String) } });
});

describe('an unusable value is a problem with its place and the next step', () => {
  test.each([
    ["color: 'bluish'", 4, `brand.color: "bluish" isn't a CSS colour. Write one such as`],
    ["color: { light: '#9a3412',\n      dark: '#111' }", 5, 'brand.color.dark: "#111" has a contrast of'],
    [
      "logo: '/img/logo.svg'",
      4,
      `brand.logo: "/img/logo.svg" doesn't exist. Put the file at static/img/logo.svg.`,
    ],
    ["logo: '../docs/a.md'", 4, `brand.logo: "../docs/a.md" doesn't exist.`],
    ["font: 'fonts/main.woff2'", 4, 'Put the file at static/fonts/main.woff2.'],
    ["font: 'Georgia; } body { display: none'", 4, "isn't a name of a font"],
  ])('%s', async (brand, line, message) => {
    using site = new TestSite({
      'docs/a.md': '# A\n',
      'site.config.ts': `export default {\n  name: 'Kettles',\n  brand: {\n    ${brand} },\n  navbar: { logo: undefined },\n};\n`,
    });
    const { config } = await loadSiteConfig(site.root);
    if (config === undefined) throw new Error('The configuration is valid.');
    expect(await findBrandProblems(site.root, config, path.join(site.root, 'site.config.ts'))).toEqual([
      {
        code: 'brand',
        severity: 'error',
        line,
        file: expect.stringContaining('site.config.ts'),
        message: expect.stringContaining(message),
      },
    ]);
  });

  test('a wrong brand ends the build', async () => {
    using site = new TestSite({
      'docs/a.md': '# A\n',
      'site.config.ts': "export default { name: 'Kettles', brand: { color: 'bluish' } };\n",
    });
    const { ok, problems } = await site.build();
    expect([ok, problems.map(({ code }) => code)]).toEqual([false, ['brand']]);
  });
});
