import { describe, expect, test } from 'vitest';
import type { PageData, RenderContext, SidebarNode } from './page-data.ts';
import { renderer } from './server.tsx';

const context: RenderContext = {
  rootPath: '/',
  config: {
    name: 'Loom <tools>',
    tagline: 'A line.',
    titleDelimiter: '|',
    navbar: {
      title: 'Loom <tools>',
      href: '/',
      className: 'navbar',
      items: [{ type: 'link', label: 'Docs', href: '/docs/intro', covers: '/docs' }],
    },
    footer: { style: 'light', columns: [], copyright: '' },
    announcement: { id: 'move-2026', html: 'We have <b>moved</b>.', closeable: true },
    defaultTheme: 'dark',
    search: { resultsPerGroup: 5 },
  },
  shell: 's1',
  assets: {
    script: '/_assets/shell.js',
    preload: [],
    shellStyle: 'body{margin:0}',
    printStyle: '/_assets/print.css',
    style: '.home{margin:0}',
    loginScript: '/_assets/login.js',
    passkeyScript: '/_assets/passkey.js',
    loginStyle: 'form{margin:0}',
    firebaseScript: '/_assets/firebase.js',
    icon: '/_assets/icon.svg',
  },
};

const createCategory = (
  label: string,
  more: Partial<Extract<SidebarNode, { type: 'category' }>>,
): SidebarNode => ({
  type: 'category',
  label,
  collapsible: true,
  collapsed: true,
  items: [],
  ...more,
});

const page: PageData = {
  path: '/docs/Developer Info/users',
  kind: 'doc',
  title: 'Users & <groups>',
  headTitle: 'Users & <groups>',
  description: 'About "users".',
  html: '<p>Words of the article</p>',
  toc: [{ id: 'a', level: 2, text: 'A', html: '<code>A</code>' }],
  breadcrumbs: [{ label: 'Developer info', href: '/docs/category/developer info' }, { label: 'Users' }],
  sidebar: {
    name: 'docs',
    file: '/_data/sidebar.json',
    items: [
      createCategory('Developer info', {
        href: '/docs/category/developer info',
        items: [{ type: 'link', label: 'Users', href: '/docs/Developer Info/users', current: true }],
      }),
      createCategory('Closed', { more: true, firstHref: '/docs/first' }),
      { type: 'html', value: '<hr>' },
    ],
  },
  next: { path: '/docs/next one', title: 'Next one' },
};

describe('a page', () => {
  const html = renderer.renderPage(page, context);
  const readEnvelope = () => {
    const json = /<script type="application\/json" id="__page">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    return JSON.parse(json);
  };

  test('is a complete document that contains its article once', () => {
    expect(html).toMatch(/^<!doctype html>/);
    expect(html.match(/Words of the article/g)).toHaveLength(1);
    expect(html).toContain(
      '<div class="theme-doc-markdown markdown" id="__article"><header><h1>Users &amp; &lt;groups&gt;</h1></header><p>Words',
    );
    expect(html).toContain('<title>Users &amp; &lt;groups&gt; | Loom &lt;tools&gt;</title>');
    expect(html).toContain('content="About &quot;users&quot;."');
  });

  test('embeds the data of the shell without closing its script element', () => {
    expect(readEnvelope()).toMatchObject({ shell: 's1', page: { path: page.path, title: page.title } });
    expect(readEnvelope().page).not.toHaveProperty('html');
    expect(html.split('id="__page">')[1]?.split('</script>')[0]).not.toContain('<');
  });

  test('has only the inline styles and scripts that the policy allows', () => {
    expect(html).not.toMatch(/\sstyle=/);
    expect(html).not.toMatch(/\son\w+="/);
    const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script);
    expect(inline).toHaveLength(2);
    expect(renderer.inlineScripts).toEqual(expect.arrayContaining(inline));
  });

  test('encodes URLs of links', () => {
    expect(html).toContain('href="/docs/next%20one"');
    expect(html).toContain('href="/docs/category/developer%20info"');
  });

  test('marks the current page and opens its branch', () => {
    expect(html).toContain('href="/docs/Developer%20Info/users" aria-current="page"');
  });

  test('links a closed category without a page to its first document, for readers without scripts', () => {
    expect(html).toMatch(
      /<a class="menu__link menu__link--toggle" role="button" href="\/docs\/first" aria-expanded="false"/,
    );
  });

  test('marks the announcement for the inline script that hides dismissed ones', () => {
    expect(html).toContain('data-announcement="move-2026"');
    expect(html).toContain('We have <b>moved</b>.');
  });
});

describe('pages for visitors', () => {
  const { login = '', setup = '' } = renderer.renderTemplates(context);

  test('contain the name, a form and the slots of the server', () => {
    expect(login.match(/\{\{\w+\}\}/g)?.toSorted()).toEqual([
      '{{email}}',
      '{{encodedNext}}',
      '{{error}}',
      '{{next}}',
      '{{next}}',
      '{{notice}}',
      '{{passkeys}}',
    ]);
    expect(setup.match(/\{\{\w+\}\}/g)?.toSorted()).toEqual([
      '{{email}}',
      '{{error}}',
      '{{name}}',
      // The text is in the form, and in the attribute that hides the form if the link is invalid.
      '{{token}}',
      '{{token}}',
    ]);
    expect(login).toContain('Loom &lt;tools&gt;');
  });

  test('don’t load the shell', () => {
    for (const template of [login, setup]) {
      expect(template).not.toContain('/_assets/shell');
      expect(template).not.toContain('/docs');
    }
  });

  test('are in the sign-in language', () => {
    expect(login).toMatch(/<div [^>]*lang="en"[^>]*><h1>Sign in<\/h1>/);
  });
});

describe('a live part', () => {
  test('is rendered with its slots', () => {
    const props = {
      items: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B' },
      ],
      selected: 'b',
    };
    const html = renderer.renderLive('Tabs', props, ['<p>one</p>', '<p>two</p>']);
    expect(html).toContain('<div role="tabpanel" aria-label="A" hidden=""><p>one</p></div>');
    expect(html).toContain('<div role="tabpanel" aria-label="B"><p>two</p></div>');
    expect(html).toMatch(/class="tabs__item tabs__item--active" tabindex="0" aria-selected="true">B/i);
  });

  test('throws if it doesn’t exist', () => {
    expect(() => renderer.renderLive('Nothing', {})).toThrow('Nothing');
  });
});

test('a site without a home page has a default one', () => {
  const sections = [{ href: '/docs/a', title: 'First <steps>', description: '', kind: 'doc' as const }];
  const { html, title } = renderer.renderStandalone('index.tsx', {
    config: context.config,
    sections,
    recent: [],
    paths: ['/docs/a'],
  });
  expect(title).toBe('Loom <tools>');
  expect(html).toContain('First &lt;steps&gt;');
});

test('the list of all posts has a first heading, and other lists have only their own', () => {
  const list = { ...page, kind: 'blog-list', title: undefined, headTitle: 'Diary', html: '' };
  const readHeadings = (blog: PageData['blog']) =>
    [...renderer.renderPage({ ...list, blog }, context).matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(
      ([, text]) => text,
    );
  expect(readHeadings({ posts: [] })).toEqual(['Diary']);
  expect(readHeadings({ posts: [], heading: { title: 'Posts about cats' } })).toEqual(['Posts about cats']);
});
