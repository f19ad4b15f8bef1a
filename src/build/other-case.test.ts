import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';

/** Each line of the document, and each item of the menus, has a name with wrong upper and lower case. */
const site = new TestSite({
  'docusaurus.config.js': `module.exports = {
  title: 'Pumps', url: 'https://docs.example', baseUrl: '/help/',
  presets: [['classic', { blog: false, docs: { sidebarPath: './sidebars.js' } }]],
  themeConfig: {
    navbar: { items: [
      { label: 'Page', to: '/docs/guides/START' },
      { label: 'File', href: '/help/files/MANUAL.pdf' },
      { type: 'doc', docId: 'Guides/start', label: 'Document' },
      { type: 'docSidebar', sidebarId: 'Main', label: 'Sidebar' },
    ] },
    footer: { links: [{ label: 'Below', to: 'Docs/guides/start' }] },
  },
};`,
  'sidebars.js': "module.exports = { main: ['a', 'links', 'Guides/start'] };\n",
  'docs/guides/start.mdx': '# Start\n\n## First step\n',
  'docs/img/Logo.png': 'logo',
  'docs/Parts/_note.mdx': 'Note.\n',
  'static/files/Manual.pdf': 'manual',
  'static/img/Größe.png': 'size',
  'src/components/Note.tsx': "import { tea } from './Tea';\nexport default () => <p>{tea}</p>;\n",
  'src/components/tea.ts': "export const tea = 'tea';\n",
  'docs/a.mdx': [
    "import Note from '@site/src/Components/note';",
    "import Other from '../src/components/Note';",
    "import Part from './parts/_Note.mdx';",
    "import logo from './img/logo.png';",
    "import text from '!!raw-loader!./guides/Start.mdx';",
    '# A',
    '<Note /><Other /><Part />{logo}{text}',
  ].join('\n\n'),
  // A document whose imports fail has no links to check.
  'docs/links.mdx': [
    '# Links',
    '[by file](./Guides/start.mdx)',
    '[by address](/docs/guides/Start)',
    '[heading](./guides/start.mdx#First-Step)',
    '[file](/files/manual.pdf) and [again](@site/static/Files/Manual.pdf)',
    '![picture](./img/logo.PNG)',
    '![static picture](/img/größe.png)',
    '<img src="/help/img/GRÖSSE.png" alt="" /> <img src="/help/Img/GRÖße.png" alt="" />',
  ].join('\n\n'),
});

let messages: string;
beforeAll(async () => {
  const { problems } = await site.build();
  messages = problems.map(({ message }) => message).join('\n');
});
afterAll(() => site[Symbol.dispose]());

test.each([
  ['a component that a document imports', '@site/src/Components/note', '@site/src/components/Note'],
  ['a module that a component imports', './Tea', './tea'],
  ['a picture that a document imports', './img/logo.png', './img/Logo.png'],
  ['a file whose text a document imports', './guides/Start.mdx', './guides/start.mdx'],
  ['a document by its file', './Guides/start.mdx', './guides/start.mdx'],
  ['a file of the site folder', '@site/static/Files/Manual.pdf', '@site/static/files/Manual.pdf'],
  ['a picture', './img/logo.PNG', './img/Logo.png'],
  ['a picture of a static folder', '/img/größe.png', '/img/Größe.png'],
  ['a page by its address', '/help/docs/guides/Start', '/help/docs/guides/start'],
  ['a heading', 'First-Step', '#first-step'],
  ['a static file by its address', '/help/files/manual.pdf', '/help/files/Manual.pdf'],
  ['the address of a picture', '/help/Img/GRÖße.png', '/help/img/Größe.png'],
  ['a page in the navbar', '/docs/guides/START', '/help/docs/guides/start'],
  ['a file in the navbar', '/help/files/MANUAL.pdf', '/help/files/Manual.pdf'],
  ['a page in the footer', 'Docs/guides/start', '/help/docs/guides/start'],
  ['a document in the navbar', '"Guides/start", which', 'guides/start'],
  ['a sidebar in the navbar', 'Main', 'main'],
])('suggests the right spelling of %s', (_what, wrongSpelling, spelling) => {
  const lines = messages.split('\n').filter((line) => line.includes(wrongSpelling));
  expect(lines, messages).toContainEqual(expect.stringContaining(` Did you mean "${spelling}"?`));
});

test('suggests nothing for a name with other letters', () => {
  const lines = messages.split('\n').filter((line) => line.includes('GRÖSSE'));
  expect(lines).toEqual([expect.not.stringContaining('Did you mean')]);
});
