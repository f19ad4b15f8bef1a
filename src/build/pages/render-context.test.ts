import { describe, expect, test } from 'vitest';
import { siteConfigSchema } from '../../config/site-config.ts';
import { listLocales } from '../../content/languages/locales.ts';
import type { NavigationSet } from './config-links.ts';
import { createRenderContext } from './render-context.ts';

const config = siteConfigSchema.parse({
  name: 'Manual',
  navbar: { items: [{ label: 'Docs', href: '/docs' }] },
  footer: { columns: [{ title: 'Start', items: [{ label: 'Docs', href: '/docs' }] }] },
  editUrl: 'https://example.com/edit/',
});
const assets = {
  script: '',
  preload: [],
  shellStyle: '',
  printStyle: '',
  style: '',
  loginScript: '',
  passkeyScript: '',
  loginStyle: '',
  firebaseScript: '',
  icon: '',
};

type Addresses = Parameters<typeof createRenderContext>[3];
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

function createShellConfig(addresses: Partial<Addresses>, more: object = {}) {
  const parsedConfig = siteConfigSchema.parse({ ...config, texts: {}, search: {}, ...more });
  return createRenderContext(parsedConfig, { hash: '', assets }, undefined, {
    ...nowhere,
    base: parsedConfig.baseUrl,
    ...addresses,
  }).config;
}

test('a link to a path that redirects gets the target of the redirect', () => {
  const { navbar, footer } = createShellConfig({
    redirects: [{ from: '/docs', to: '/docs/intro' }],
    routes: ['/docs/intro'],
  });
  expect(navbar.items).toMatchObject([{ label: 'Docs', href: '/docs/intro', covers: '/docs' }]);
  expect(footer.columns[0]?.items).toMatchObject([{ label: 'Docs', href: '/docs/intro' }]);
});

test('a link to a redirect has the query and fragment of both', () => {
  const redirects = [{ from: '/start', to: '/docs/intro?os=linux#install' }];
  const items = ['?q=1', '#more', '?q=1#more', ''].map((end) => ({ label: 'Start', to: `/start${end}` }));
  const { navbar } = createShellConfig({ redirects, routes: ['/docs/intro'] }, { navbar: { items } });
  expect(navbar.items).toMatchObject([
    { href: '/docs/intro?os=linux&q=1#install' },
    { href: '/docs/intro?os=linux#install' },
    { href: '/docs/intro?os=linux&q=1#install' },
    { href: '/docs/intro?os=linux#install' },
  ]);
});

test('a link gets or loses its final slash, as the page has it', () => {
  expect(createShellConfig({ routes: ['/', '/docs/'] }).navbar.items).toMatchObject([{ href: '/docs/' }]);
  const items = [{ label: 'Docs', to: '/docs/#top' }];
  expect(createShellConfig({ routes: ['/docs'] }, { navbar: { items } }).navbar.items).toMatchObject([
    { href: '/docs#top' },
  ]);
});

test("settings that browsers don't need stay on the server", () => {
  expect(createShellConfig({ routes: ['/docs'] })).not.toHaveProperty('editUrl');
});

test('links of the site are below its base path, and below that of the language', () => {
  const settings = {
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
  const { navbar } = createShellConfig({ base: '/manual/es/', routes: ['/manual/es/a/'] }, settings);
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
  const set = (name: string, isLast: boolean, docs: NavigationSet['docs']) => ({
    key: `default/${name}`,
    instance: 'default',
    name,
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
  const sets = [
    set('1', false, { old: { path: '/docs/1/old' } }),
    set('2', true, { intro: { path: '/docs/2/intro', sidebar: 'default/2/guide' } }),
  ];
  const createNavbarItem = (options: object) =>
    createShellConfig({ sets }, { infima: true, navbar: { items: [options] } }).navbar.items[0];

  test('lead into the version that is open, or into the latest from other pages', () => {
    expect(createNavbarItem({ type: 'docSidebar', sidebarId: 'guide' })).toMatchObject({
      latest: 'default/2',
      links: {
        'default/1': { label: 'First', href: '/docs/1/first' },
        'default/2': { label: 'First', href: '/docs/2/first' },
      },
    });
    expect(createNavbarItem({ type: 'docsVersion', to: '/versions' })).toMatchObject({
      links: { 'default/1': { label: 'Version 1', href: '/versions' } },
    });
  });

  test('lead to another version if the latest no longer has the document', () => {
    expect(createNavbarItem({ type: 'doc', docId: 'old', label: 'Old' })).toMatchObject({
      latest: 'default/1',
      links: { 'default/1': { label: 'Old', href: '/docs/1/old' } },
    });
    expect(createNavbarItem({ type: 'doc', docId: 'none', label: 'None' })).toBeUndefined();
  });

  test('list the versions, all or some, with labels of their own', () => {
    expect(createNavbarItem({ type: 'docsVersionDropdown' })).toMatchObject({
      label: 'Version 2',
      sets: ['default/1', 'default/2'],
      versions: [
        { label: 'Version 1', href: '/docs/1' },
        { label: 'Version 2', href: '/docs/2' },
      ],
    });
    const versions = { 2: { label: 'Now' }, 1: {} };
    expect(createNavbarItem({ type: 'docsVersionDropdown', versions })).toMatchObject({
      shown: { 'Version 2': 'Now', 'Version 1': 'Version 1' },
    });
  });

  test('show a link instead of a menu for a single version, as in Docusaurus', () => {
    expect(
      createNavbarItem({ type: 'docsVersionDropdown', versions: { 2: { label: 'Now' } } }),
    ).toMatchObject({
      type: 'set-link',
      links: { 'default/2': { label: 'Now', href: '/docs/2' } },
    });
  });
});

test('the style of the page contains the colours of code, for screens', () => {
  const light = { background: '#fff', dark: false, text: '#111', keyword: '#00f' };
  const parsedConfig = siteConfigSchema.parse({ code: { theme: { light } } });
  expect(createRenderContext(parsedConfig, { hash: '', assets }, undefined, nowhere).assets.style).toBe(
    '\n@media screen{[data-theme=light] .theme-code-block{color-scheme:light;--ifm-pre-background:#fff;background:#fff;color:#111;--tk-keyword:#00f}}',
  );
});

test('the style of the page contains the colours of the announcement, and nothing else gets into it', () => {
  const writeAnnouncementStyle = (announcement: object) => {
    const parsedConfig = siteConfigSchema.parse({ announcement: { id: 'a', html: 'A', ...announcement } });
    return createRenderContext(parsedConfig, { hash: '', assets }, undefined, nowhere).assets.style;
  };
  expect(writeAnnouncementStyle({ backgroundColor: '#0b3d5c', textColor: 'rgb(1 2 3 / 50%)' })).toMatch(
    /\.announcement\{background:#0b3d5c\}[\s\S]*\{color:rgb\(1 2 3 \/ 50%\)\}/,
  );
  expect(writeAnnouncementStyle({ backgroundColor: 'red}</style>' })).toBe('');
});

describe('a navbar without menus of versions and languages', () => {
  const set = (name: string) => ({
    key: name,
    instance: 'default',
    name,
    label: name,
    path: `/docs/${name}`,
    docs: {},
    sidebars: {},
  });
  const listTypes = (addresses: object, more: object) =>
    createShellConfig(addresses as Partial<Addresses>, more).navbar.items.map(({ type }) => type);
  const i18n = { defaultLocale: 'en', locales: ['en', 'es'] };

  test.each([
    ['gets both where there are several', ['2.0', '1.0'], { i18n }, ['link', 'versions', 'languages']],
    ['gets none for one version and language', ['2.0'], {}, ['link']],
    ['stays as it is in a Docusaurus site', ['2.0', '1.0'], { i18n, infima: true }, ['link']],
    [
      'keeps those that it lists, in their place',
      ['2.0', '1.0'],
      { i18n, navbar: { items: [{ type: 'localeDropdown' }, { type: 'docsVersionDropdown' }] } },
      ['languages', 'versions'],
    ],
  ])('%s', (_title, versions, more, types) => {
    expect(listTypes({ sets: versions.map(set) }, more)).toEqual(types);
  });
});

describe('links of a Docusaurus site that leave the site', () => {
  const outside = { target: '_blank', rel: 'noopener noreferrer' };
  const links: readonly [
    link: { to?: string; href?: string; target?: string; rel?: string },
    attributes: object | undefined,
  ][] = [
    [{ href: 'https://x.example' }, outside],
    [{ to: 'https://x.example' }, outside],
    [{ href: '//x.example/a' }, outside],
    [{ href: 'mailto:a@x.example' }, outside],
    [{ to: 'pathname:///files/a.pdf' }, outside],
    [{ to: '/docs/intro' }, undefined],
    [{ to: 'docs/intro' }, undefined],
    [{ href: '/docs/intro' }, undefined],
    [{ href: '#top' }, undefined],
    [
      { href: 'https://x.example', target: '_self' },
      { ...outside, target: '_self' },
    ],
    [
      { href: 'https://x.example', rel: 'me' },
      { ...outside, rel: 'me' },
    ],
    [{ to: '/docs/intro', target: '_blank' }, { target: '_blank' }],
  ];

  test.each(links)('%j', (link, attributes) => {
    const item = { label: 'Link', ...link };
    const config = {
      infima: true,
      navbar: { items: [item, { type: 'dropdown', label: 'Menu', items: [item] }] },
      footer: { columns: [{ items: [item] }] },
    };
    const { navbar, footer } = createShellConfig({}, config);
    expect(navbar.items).toMatchObject([{ attributes }, { items: [{ attributes }] }]);
    expect(footer.columns[0]?.items).toMatchObject([{ attributes }]);
    const ownFormat = createShellConfig({}, { ...config, infima: false });
    const { target, rel } = link;
    const ownAttributes = target || rel ? { ...(target && { target }), ...(rel && { rel }) } : undefined;
    expect(ownFormat.navbar.items).toMatchObject([
      { attributes: ownAttributes },
      { items: [{ attributes: ownAttributes }] },
    ]);
  });

  test.each([
    ['https://x.example', undefined, '_blank'],
    ['https://x.example', '_self', '_self'],
    ['/about', undefined, undefined],
  ])('the logo that leads to %s with the target %s opens in %s', (href, target, expected) => {
    const { navbar } = createShellConfig(
      {},
      { infima: true, navbar: { logo: { src: 'a.svg', href, target } } },
    );
    expect(navbar.target).toBe(expected);
  });

  test('a menu whose label leads elsewhere', () => {
    const items = [
      { type: 'dropdown', label: 'Menu', to: 'https://x.example', items: [{ label: 'A', to: '/a' }] },
    ];
    const { navbar } = createShellConfig({}, { infima: true, navbar: { items } });
    expect(navbar.items).toMatchObject([{ items: [{ label: 'Menu', attributes: outside }, { label: 'A' }] }]);
  });
});
