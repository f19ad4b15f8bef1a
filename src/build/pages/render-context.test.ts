import { describe, expect, test } from 'vitest';
import { siteConfigSchema } from '../../config/site-config.ts';
import { listLocales } from '../../content/locales.ts';
import { renderContext } from './render-context.ts';

const config = siteConfigSchema.parse({
  name: 'Manual',
  navbar: { items: [{ label: 'Docs', href: '/docs' }] },
  footer: { columns: [{ title: 'Start', items: [{ label: 'Docs', href: '/docs' }] }] },
  editUrl: 'https://example.com/edit/',
});
const assets = {
  script: '',
  preload: [],
  style: '',
  loginScript: '',
  passkeyScript: '',
  loginStyle: '',
  firebaseScript: '',
  icon: '',
};

type Addresses = Parameters<typeof renderContext>[3];
const [language] = listLocales(config, '');
const nowhere: Addresses = {
  language,
  base: '/',
  rootPath: '/',
  tags: undefined,
  redirects: [],
  routes: [],
  sets: [],
};

function shellConfig(addresses: Partial<Addresses>, more: object = {}) {
  const given = siteConfigSchema.parse({ ...config, texts: {}, search: {}, ...more });
  return renderContext(given, { hash: '', assets }, undefined, {
    ...nowhere,
    base: given.baseUrl,
    ...addresses,
  }).config;
}

test('a link to an address that redirects leads to the page itself', () => {
  const { navbar, footer } = shellConfig({
    redirects: [{ from: '/docs', to: '/docs/intro' }],
    routes: ['/docs/intro'],
  });
  expect(navbar.items).toMatchObject([{ label: 'Docs', href: '/docs/intro', covers: '/docs' }]);
  expect(footer.columns[0]?.items).toMatchObject([{ label: 'Docs', href: '/docs/intro' }]);
});

test('a link to a page that ends in a slash has the slash, and the other way round', () => {
  expect(shellConfig({ routes: ['/', '/docs/'] }).navbar.items).toMatchObject([{ href: '/docs/' }]);
  const items = [{ label: 'Docs', to: '/docs/#top' }];
  expect(shellConfig({ routes: ['/docs'] }, { navbar: { items } }).navbar.items).toMatchObject([
    { href: '/docs#top' },
  ]);
});

test('what the browser has no use for stays on the server', () => {
  expect(shellConfig({ routes: ['/docs'] })).not.toHaveProperty('editUrl');
});

test('links of the site are below its base address, and below that of the language', () => {
  const given = {
    baseUrl: '/manual/',
    navbar: {
      logo: { src: 'img/a.svg', srcDark: '/img/b.svg', href: '/about' },
      items: [
        { label: 'A', to: '/a' },
        { label: 'B', href: 'https://b.example/x' },
        { label: 'C', to: 'pathname:///c.txt' },
        { label: 'D', href: '/d', autoAddBaseUrl: false },
        { label: 'E', to: '/manual/es/e' },
      ],
    },
  };
  const { navbar } = shellConfig({ base: '/manual/es/', routes: ['/manual/es/a/'] }, given);
  expect(navbar.items.map((item) => item.type === 'link' && item.href)).toEqual([
    '/manual/es/a/',
    'https://b.example/x',
    '/manual/es/c.txt',
    '/d',
    '/manual/es/e',
  ]);
  expect(navbar).toMatchObject({
    href: '/manual/es/about',
    logo: { src: '/manual/es/img/a.svg', srcDark: '/manual/es/img/b.svg' },
  });
});

describe('items of a documentation', () => {
  const set = (name: string, isLast: boolean, docs: Record<string, string>) => ({
    key: `default/${name}`,
    instance: 'default',
    label: `Version ${name}`,
    isLast,
    path: `/docs/${name}`,
    docs,
    sidebars: {
      guide: [
        {
          type: 'category' as const,
          label: 'Closed',
          collapsible: true,
          collapsed: true,
          items: [{ type: 'link' as const, label: 'First', href: `/docs/${name}/first` }],
        },
      ],
    },
  });
  const sets = [set('1', false, { old: '/docs/1/old' }), set('2', true, { intro: '/docs/2/intro' })];
  const item = (given: object) => shellConfig({ sets }, { navbar: { items: [given] } }).navbar.items[0];

  test('lead into the version that is read, and into the latest from elsewhere', () => {
    expect(item({ type: 'docSidebar', sidebarId: 'guide' })).toMatchObject({
      latest: 'default/2',
      links: {
        'default/1': { label: 'First', href: '/docs/1/first' },
        'default/2': { label: 'First', href: '/docs/2/first' },
      },
    });
    expect(item({ type: 'docsVersion', to: '/versions' })).toMatchObject({
      links: { 'default/1': { label: 'Version 1', href: '/versions' } },
    });
  });

  test('lead to where the document is, if the latest version has it no more', () => {
    expect(item({ type: 'doc', docId: 'old', label: 'Old' })).toMatchObject({
      latest: 'default/1',
      links: { 'default/1': { label: 'Old', href: '/docs/1/old' } },
    });
    expect(item({ type: 'doc', docId: 'none', label: 'None' })).toBeUndefined();
  });

  test('name the versions, all or some, with labels of their own', () => {
    expect(item({ type: 'docsVersionDropdown' })).toMatchObject({
      label: 'Version 2',
      sets: ['default/1', 'default/2'],
      versions: [
        { label: 'Version 1', href: '/docs/1' },
        { label: 'Version 2', href: '/docs/2' },
      ],
    });
    const versions = { 2: { label: 'Now' }, 1: {} };
    expect(item({ type: 'docsVersionDropdown', versions })).toMatchObject({
      shown: { 'Version 2': 'Now', 'Version 1': 'Version 1' },
    });
  });

  test('a menu of one version is a link, as in Docusaurus', () => {
    expect(item({ type: 'docsVersionDropdown', versions: { 2: { label: 'Now' } } })).toMatchObject({
      type: 'set-link',
      links: { 'default/2': { label: 'Now', href: '/docs/2' } },
    });
  });
});

test('colours of code are in the style of the page, for screens', () => {
  const light = { background: '#fff', dark: false, text: '#111', keyword: '#00f' };
  const given = siteConfigSchema.parse({ code: { theme: { light } } });
  expect(renderContext(given, { hash: '', assets }, undefined, nowhere).assets.style).toBe(
    '\n@media screen{[data-theme=light] .theme-code-block{color-scheme:light;--ifm-pre-background:#fff;background:#fff;color:#111;--tk-keyword:#00f}}',
  );
});

test('colours of the announcement are in the style of the page, and nothing else gets into it', () => {
  const style = (announcement: object) => {
    const given = siteConfigSchema.parse({ announcement: { id: 'a', html: 'A', ...announcement } });
    return renderContext(given, { hash: '', assets }, undefined, nowhere).assets.style;
  };
  expect(style({ backgroundColor: '#0b3d5c', textColor: 'rgb(1 2 3 / 50%)' })).toMatch(
    /\.announcement\{background:#0b3d5c\}[\s\S]*\{color:rgb\(1 2 3 \/ 50%\)\}/,
  );
  expect(style({ backgroundColor: 'red}</style>' })).toBe('');
});
