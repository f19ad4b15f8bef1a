// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are samples of code.
import { cpSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findPatternProblems } from '../../src/build/find-pattern-problems.ts';
import { tryBuild } from '../../src/build/try-build.ts';
import { isAnswered } from '../../src/docusaurus/components/answered-imports.ts';
import { listImportsOfDocument } from '../../src/docusaurus/components/owners-imports.ts';
import { examineSite } from '../../src/docusaurus/report/examine-site.ts';
import { toBuildFeatures } from '../../src/features/feature.ts';
import { engineFeatures } from '../../src/features/index.ts';
import { listErrors, projectDir, TestSite } from '../../testing/test-site.ts';

/** Returns the problems that `gatehouse adopt` and a build report for the same folder. */
async function compareVerdicts(site: TestSite) {
  const { problems } = await examineSite(site.root, {
    isEngineModule: isAnswered,
    listDocumentImports: listImportsOfDocument,
    findBuildProblems: () =>
      tryBuild(site.root, {
        features: toBuildFeatures(engineFeatures),
        cacheDir: path.join(projectDir, '.cache'),
        keepsThreads: true,
      }),
    findPatternProblems,
  });
  const refusedProblems = problems.filter(({ severity }) => severity === 'error');
  const built = await site.build();
  return {
    refusals: refusedProblems.map(({ message }) => message),
    refusedPlaces: listErrors({ problems: refusedProblems }),
    buildErrors: listErrors(built),
    buildMessages: built.problems.map(({ message }) => message),
    warnings: problems.filter(({ severity }) => severity === 'warning'),
    buildWarnings: built.problems.filter(({ severity }) => severity === 'warning'),
  };
}

// `whole-site.test.ts` does the same with the largest site, which it builds anyway.
test.each(['tests/fixtures/moved-in', 'tests/fixtures/components'])(
  'adopt refuses nothing in %s, which can be built',
  async (fixture) => {
    using site = new TestSite();
    cpSync(path.join(projectDir, fixture), site.root, { recursive: true });
    expect(await compareVerdicts(site)).toMatchObject({ refusals: [], refusedPlaces: [], buildErrors: [] });
  },
);

const config =
  "module.exports = { title: 'Pumps', url: 'https://docs.example', baseUrl: '/', presets: [['classic', { blog: false }]] };";

test.for([
  [
    'a component of the theme folder',
    { 'src/theme/Note.tsx': 'export default () => <p>Note</p>;' },
    "import Note from '@theme/Note';\n\n<Note />",
  ],
  [
    'files named by paths from the static folder and the site folder',
    {
      'src/components/Logo.tsx':
        "import Word from '/src/components/Word';\nimport logo from '/img/logo.png';\nexport default () => <p><img src={logo} /><Word /></p>;",
      'src/components/Word.tsx': 'export default () => <b>Word</b>;',
      'static/img/logo.png': 'logo',
    },
    "import Logo from '@site/src/components/Logo';\n\n<Logo />",
  ],
  [
    'a code sample with imports',
    {
      'src/components/Sample.tsx':
        "const code = `import a from 'not-installed'`;\nexport default () => <pre>{code}</pre>;",
    },
    "import Sample from '@site/src/components/Sample';\n\n<Sample />",
  ],
  [
    'an import of types only',
    {
      'src/components/Typed.tsx':
        "import type { A } from 'not-installed';\nexport default ({ a }: { a?: A }) => <p>{String(a)}</p>;",
    },
    "import Typed from '@site/src/components/Typed';\n\n<Typed />",
  ],
  [
    'a module of the engine',
    {},
    'import Tabs from \'@theme/Tabs\';\nimport TabItem from \'@theme/TabItem\';\n\n<Tabs><TabItem value="a" label="A">Text</TabItem></Tabs>',
  ],
  [
    'an import in a sample of code that a component shows',
    { 'src/components/Sample.tsx': 'export default ({ code }: { code: string }) => <pre>{code}</pre>;' },
    "import Sample from '@site/src/components/Sample';\n\n<Sample code={`// main.ts\n\nimport { a } from 'not-installed';\n`} />",
  ],
  [
    'packages that the engine provides',
    {
      'src/pages/start.js':
        'import { Redirect } from \'react-router-dom\';\nexport default () => <Redirect to="/docs/a" />;',
      'src/pages/other.js':
        'import { Navigate } from \'react-router\';\nexport default () => <Navigate to="/docs/a" />;',
    },
    'Text.',
  ],
  [
    'fonts and icons of other servers',
    {
      'docusaurus.config.js': config.replace('blog: false', "blog: false, theme: { customCss: './a.css' }"),
      'a.css': ".a { color: red }\n@import url('https://fonts.example/a.css');\n",
      'src/components/Home.tsx':
        'import { Icon } from \'./icon\';\nexport default () => <Icon icon="mdi:home" />;',
      'src/components/icon.tsx': 'export const Icon = ({ icon }: { icon: string }) => <i>{icon}</i>;',
    },
    "import Home from '@site/src/components/Home';\n\n<Home />",
  ],
  [
    'lines that Markdown takes for text because they are indented',
    {},
    "<div>\n  import a from 'nope-a';\n</div>\n\n- One\n  import b from 'nope-b'\n\n<p>\n\timport 'nope-c'\n</p>",
  ],
  [
    'imports that only look like some',
    {
      'src/components/Words.tsx':
        "// import a from 'nope-a';\n/* import b from 'nope-b'; */\nconst words = \"import c from 'nope-c'\";\nexport default () => <p>{words}</p>;",
    },
    "import Words from '@site/src/components/Words';\n\n<Words />\n\n`import d from 'nope-d'`\n\n{/* import e from 'nope-e' */}",
  ],
  [
    'a configuration with functions that read files',
    {
      'forge.txt': 'https://forge.example/',
      'docusaurus.config.js': config.replace(
        'blog: false',
        "blog: false, docs: { editUrl: ({ docPath }) => require('fs').readFileSync('forge.txt', 'utf8') + docPath }",
      ),
    },
    'Text.',
  ],
] as const)('adopt and the build accept %s', async ([, files, text], { expect: expectHere }) => {
  using site = new TestSite({ 'docusaurus.config.js': config, ...files, 'docs/a.mdx': `# A\n\n${text}\n` });
  expectHere(await compareVerdicts(site)).toMatchObject({ refusals: [], refusedPlaces: [], buildErrors: [] });
});

const showParts = "import Parts from '@site/src/parts/box';\n\n<Parts />";
const writeBox = (specifier: string) => ({
  'src/parts/box.tsx': `import thing from '${specifier}';\nexport default () => <p>{String(thing)}</p>;\n`,
});

const writeLoader = (code: string) => ({
  'src/parts/box.tsx': `export default ({ name = 'tea' }) => <p>{${code}}</p>;\n`,
});
const cups = {
  'node_modules/cups/package.json': '{"name":"cups","main":"cup.js"}',
  'node_modules/cups/cup.js': 'export default 1;\n',
  'node_modules/cups/lib/small.js': 'export default 2;\n',
  'node_modules/pots/package.json':
    '{"name":"pots","exports":{".":"./pot.js","./lib/*":"./lib/*.js","./lib/private":null}}',
  'node_modules/pots/pot.js': 'export default 3;\n',
  'node_modules/pots/lid.js': 'export default 4;\n',
  'node_modules/pots/lib/handle.js': 'export default 5;\n',
};

/** An installation that was interrupted leaves folders of packages without their package.json. */
const mugs = {
  'node_modules/mugs/node_modules/cups/package.json': '{"name":"cups"}',
  'node_modules/mugs/lib/tea.js': 'export default 6;\n',
  'node_modules/@clay/mugs/mug.js': 'export default 7;\n',
  'node_modules/sass/sass.js': '',
};

test.for([
  ['a package in a document', {}, "import Tea from 'not-installed';\n\n<Tea />"],
  [
    'a package in an import of several lines',
    {},
    "import {\n  Tea,\n  Cup,\n} from 'not-installed';\n\n<Tea />",
  ],
  [
    'a package in an mdx-code-block',
    {},
    "- One\n\n  ```mdx-code-block\n  import Tea from 'not-installed';\n\n  <Tea />\n  ```",
  ],
  ['a package between tags', {}, "<div>\n\nimport Tea from 'not-installed';\n\n<Tea />\n\n</div>"],
  [
    'a package in a component',
    { 'src/components/Tea.tsx': "import tea from 'not-installed';\nexport default () => <p>{tea}</p>;" },
    "import Tea from '@site/src/components/Tea';\n\n<Tea />",
  ],
  ['a file of the site', {}, "import Tea from '@site/src/components/Tea';\n\n<Tea />"],
  ['a component of the theme', {}, "import Tea from '@theme/Tea';\n\n<Tea />"],
  [
    'a style sheet',
    {
      'docusaurus.config.js': config.replace(
        'blog: false',
        "blog: false, theme: { customCss: './gone.css' }",
      ),
    },
    'Text.',
  ],
  [
    'an OpenAPI file',
    {
      'docusaurus.config.js': config.replace(
        'presets: [',
        "presets: [['redocusaurus', { specs: [{ spec: 'gone.yaml', route: '/api' }] }], ",
      ),
    },
    'Text.',
  ],
  [
    'OpenAPI files of other servers',
    {
      'docusaurus.config.js': config.replace(
        'presets: [',
        "presets: [['redocusaurus', { specs: [{ spec: 'https://a.example/b.yaml', route: '/api' }, { spec: 'https://a.example/c.yaml' }] }], ",
      ),
    },
    'Text.',
  ],
  [
    'a file of the configuration',
    {
      'docusaurus.config.js': `const own = require('./own.js');\n${config.replace('title:', '...own, title:')}`,
    },
    'Text.',
  ],
  ['a package that is installed in part, in a document', mugs, "import mug from 'mugs';\n\n{mug}"],
  [
    'a file of a package that is installed in part, in a document',
    mugs,
    "import milk from 'mugs/lib/milk';\n\n{milk}",
  ],
  ['a package that is installed in part, in a component', { ...writeBox('@clay/mugs'), ...mugs }, showParts],
  [
    'a file of a package that is installed in part, in a component',
    { ...writeBox('mugs/lib/milk'), ...mugs },
    showParts,
  ],
  [
    'a folder of a package that is installed only in part',
    { ...writeLoader('require(`mugs/lib/${name}`)'), ...mugs },
    showParts,
  ],
  [
    'a package for style sheets that is installed in part',
    {
      'docusaurus.config.js': config.replace('blog: false', "blog: false, theme: { customCss: './a.scss' }"),
      'a.scss': 'a { b { color: red } }',
      ...mugs,
    },
    'Text.',
  ],
  [
    'a package of the configuration',
    {
      'docusaurus.config.js': `const own = require('not-installed');\n${config.replace('title:', '...own, title:')}`,
    },
    'Text.',
  ],
] as const)('adopt and the build both miss %s', async ([, files, text], { expect: expectHere }) => {
  using site = new TestSite({ 'docusaurus.config.js': config, ...files, 'docs/a.mdx': `# A\n\n${text}\n` });
  const { refusals, buildErrors } = await compareVerdicts(site);
  expectHere(refusals).toHaveLength(1);
  expectHere(buildErrors.length).toBeGreaterThan(0);
});

const withSidebars = config.replace('blog: false', "blog: false, docs: { sidebarPath: './sidebars.js' }");

test.for([
  [
    'a sidebar that names a missing document',
    { 'docusaurus.config.js': withSidebars, 'sidebars.js': "module.exports = { a: ['a', 'gone'] };" },
  ],
  [
    'sidebars that fail',
    { 'docusaurus.config.js': withSidebars, 'sidebars.js': "throw new Error('Not today.');" },
  ],
  ["a front matter that isn't YAML", { 'docs/b.md': '---\ntitle: [\n---\n\n# B\n' }],
  ['a version without a folder', { 'versions.json': '["1.0"]' }],
  [
    'a redirect to nowhere',
    {
      'docusaurus.config.js': config.replace(
        'presets: [',
        "plugins: [['client-redirects', { redirects: [{ from: 'no-slash', to: '/docs/a' }] }]], presets: [",
      ),
    },
  ],
  [
    'a document of another documentation in a sidebar',
    {
      'docusaurus.config.js': config.replace(
        'presets: [',
        "plugins: [['content-docs', { id: 'more', path: 'more', routeBasePath: 'more', sidebarPath: './more.js' }]], presets: [",
      ),
      'more/b.md': '# B',
      'more.js': "module.exports = { more: ['a'] };",
    },
  ],
  ["a package.json that isn't JSON", { 'package.json': '{ "name": ' }],
  ['a tag that is never closed', { 'docs/b.mdx': '# B\n\n<div>\n\nText\n' }],
  ["a component that isn't imported", { 'docs/b.mdx': '# B\n\n<Unknown />\n' }],
  ['an expression that fails', { 'docs/b.mdx': '# B\n\n{gone.name}\n' }],
  ['a link that leads nowhere', { 'docs/b.md': '# B\n\n[C](/docs/c)\n' }],
  ['a picture that is missing', { 'docs/b.md': '# B\n\n![C](./c.png)\n' }],
  [
    'a broken anchor that the configuration refuses',
    {
      'docusaurus.config.js': config.replace('presets: [', "onBrokenAnchors: 'throw', presets: ["),
      'docs/b.md': '# B\n\n[Part](#gone)\n',
    },
  ],
  ['a page that fails', { 'src/pages/b.jsx': "export default () => { throw new Error('Closed.'); };\n" }],
  [
    'a component that fails',
    {
      'src/tea.jsx': "export default () => { throw new Error('Cold.'); };\n",
      'docs/b.mdx': "import Tea from '@site/src/tea';\n\n# B\n\n<Tea />\n",
    },
  ],
  [
    "a style sheet that isn't CSS",
    {
      'docusaurus.config.js': config.replace('blog: false', "blog: false, theme: { customCss: './a.css' }"),
      'a.css': '.a { color: red\n.b {\n',
    },
  ],
  [
    'a Markdown plugin that fails',
    {
      'docusaurus.config.js': config.replace(
        'blog: false',
        "blog: false, docs: { remarkPlugins: [() => () => { throw new Error('No.'); }] }",
      ),
    },
  ],
  [
    'a page that fails in one language',
    {
      'docusaurus.config.js': config.replace(
        'presets: [',
        "i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }, presets: [",
      ),
      'i18n/fr/docusaurus-plugin-content-docs/current/a.md': '# A\n\n{gone.name}\n',
    },
  ],
] as const)('adopt and the build report the same about %s', async ([, files], { expect: expectHere }) => {
  using site = new TestSite({ 'docusaurus.config.js': config, 'docs/a.md': '# A\n', ...files });
  const { refusedPlaces, buildErrors } = await compareVerdicts(site);
  expectHere(refusedPlaces).toHaveLength(1);
  expectHere(buildErrors.map((error) => error.replace(`${site.root}/`, ''))).toEqual(refusedPlaces);
});

test.for([
  ['a component', {}, "import Tea from '../src/tea';\n\n<Tea />"],
  ['a folder without an index', writeBox('react'), "import Parts from '@site/src/parts';\n\n<Parts />"],
  ['a file in the wrong case', writeBox('react'), "import Parts from '@site/src/parts/Box';\n\n<Parts />"],
  ['data of a document', {}, "import data from './data.json';\n\n{data.name}"],
  ['a partial', {}, "import Part from './_part.mdx';\n\n<Part />"],
  ['a partial of the site folder', {}, "import Part from '@site/shared/part.md';\n\n<Part />"],
  ['a picture', {}, "import picture from './picture.png';\n\n<img src={picture} />"],
  ['a picture of a static folder', {}, "import picture from '/img/picture.png';\n\n<img src={picture} />"],
  ['the text of a file', {}, "import text from '!!raw-loader!./code.py';\n\n{text}"],
  ['a file that Docusaurus generates', {}, "import routes from '@generated/routes';\n\n{routes.length}"],
  ['a module of a component', writeBox('./tea'), showParts],
  ['a folder that a component imports', { ...writeBox('../cups'), 'src/cups/big.ts': '' }, showParts],
  [
    'a file that a component names in the wrong case',
    { ...writeBox('./Tea'), 'src/parts/tea.ts': '' },
    showParts,
  ],
  ['data of a component', writeBox('../data.json'), showParts],
  ['a style sheet of a component', writeBox('./box.module.css'), showParts],
  ['a document that a component imports', writeBox('@site/docs/gone.mdx'), showParts],
  ['a generated file that a component imports', writeBox('../../.docusaurus/routes.js'), showParts],
  ['a module of the site folder that a component imports', writeBox('/src/tea'), showParts],
  ['a file of a package', { ...writeBox('cups/big'), ...cups }, showParts],
  ['a file that a package keeps to itself', { ...writeBox('pots/lib/private'), ...cups }, showParts],
  ["a file that a package doesn't export", { ...writeBox('pots/lid.js'), ...cups }, showParts],
  ['a file of a package, in a document', cups, "import big from 'cups/big';\n\n{big}"],
  ['a private file of a package, in a document', cups, "import lid from 'pots/lib/private';\n\n{lid}"],
  [
    'a folder from which a component loads files',
    writeLoader('require(`@site/static/gone/${name}.png`).default'),
    showParts,
  ],
  ['a folder for `import()`', writeLoader('String(import(`./gone/${name}.ts`))'), showParts],
  ['a folder for `require.context`', writeLoader("require.context('@site/src/gone').keys()"), showParts],
  ['a smaller folder than the site', writeLoader('require(`@site/${name}`)'), showParts],
] as const)(
  'adopt says of %s that is missing what the build says',
  async ([, files, text], { expect: expectHere }) => {
    using site = new TestSite({ 'docusaurus.config.js': config, ...files, 'docs/a.mdx': `# A\n\n${text}\n` });
    const { refusals, refusedPlaces, buildErrors, buildMessages } = await compareVerdicts(site);
    expectHere(refusedPlaces).toHaveLength(1);
    expectHere(buildErrors.map((error) => error.replace(`${site.root}/`, ''))).toEqual(
      expectHere.arrayContaining(refusedPlaces),
    );
    expectHere(buildMessages).toEqual(expectHere.arrayContaining(refusals));
  },
);

test.for([
  [
    'a folder with an index',
    { 'src/cups/index.jsx': 'export default () => <p>Cup</p>;' },
    "import Cup from '@site/src/cups';\n\n<Cup />",
  ],
  [
    'a folder with a package.json',
    { 'src/cups/package.json': '{"main":"cup.js"}', 'src/cups/cup.js': 'export default 1;' },
    "import cup from '../src/cups';\n\n{cup}",
  ],
  [
    'a module by the name of its JavaScript',
    { ...writeBox('./tea.js'), 'src/parts/tea.ts': 'export default 1;' },
    showParts,
  ],
  ['a generated file', writeBox('../../.docusaurus/docusaurus.config.mjs'), showParts],
  ['a file of a package', { ...writeBox('cups/lib/small'), ...cups }, showParts],
  ['a file of a package without a package.json', { ...writeBox('mugs/lib/tea'), ...mugs }, showParts],
  [
    'a package without a package.json',
    { ...writeBox('jugs'), 'node_modules/jugs/index.js': 'export default 8;\n' },
    showParts,
  ],
  [
    'a package with the name of a module of Node',
    {
      ...writeBox('events'),
      'node_modules/events/package.json': '{"name":"events","main":"events.js"}',
      'node_modules/events/events.js': 'module.exports = 9;\n',
    },
    showParts,
  ],
  ['a file that a package exports', { ...writeBox('pots/lib/handle'), ...cups }, showParts],
  [
    'files by a path that is partly known',
    {
      ...writeLoader('require(`@site/static/img/${name}.png`).default'),
      'static/img/tea.png': 'tea',
    },
    showParts,
  ],
  [
    'files whose names differ in their Unicode form',
    {
      ...writeBox(`./${'Größe'.normalize('NFC')}`),
      [`src/parts/${'Größe'.normalize('NFD')}.ts`]: 'export default 1;',
    },
    showParts,
  ],
  ['data without its ending', { ...writeBox('./data'), 'src/parts/data.json': '1' }, showParts],
  [
    'a file outside of the documents',
    { 'shared/part.mdx': 'Part.' },
    "import Part from '../shared/part.mdx';\n\n<Part />",
  ],
] as const)('adopt and the build find %s', async ([, files, text], { expect: expectHere }) => {
  using site = new TestSite({ 'docusaurus.config.js': config, ...files, 'docs/a.mdx': `# A\n\n${text}\n` });
  expectHere(await compareVerdicts(site)).toMatchObject({ refusals: [], buildErrors: [] });
});

test.each([
  ['a component', writeLoader('require(name)'), showParts],
  ['a component with a template', writeLoader('require(`${name}.png`).default'), showParts],
  ['`require.context`', writeLoader('require.context(name).keys()'), showParts],
  [
    'a document with live code',
    {},
    "import { useState } from 'react';\n\nexport const Box = () => { const [name] = useState('x'); return <p>{typeof (() => require(name))}</p>; };\n\n<Box />",
  ],
])('adopt warns of a path that names no folder, as the build does: %s', async (_, files, text) => {
  using site = new TestSite({ 'docusaurus.config.js': config, ...files, 'docs/a.mdx': `# A\n\n${text}\n` });
  const { warnings, buildWarnings } = await compareVerdicts(site);
  const describe = (problems: typeof warnings) =>
    problems
      .filter(({ code }) => code === 'import-pattern')
      .map(({ file = '', line, message }) => [file.replace(`${site.root}/`, ''), line, message]);
  expect(describe(warnings)).toHaveLength(1);
  expect(describe(warnings)).toEqual(describe(buildWarnings));
});

test.each([
  ['PwaReloadPopup', 'left-out', /PWA plugin/],
  ['DebugConfig', 'left-out', /for developing Docusaurus/],
  ['Footer', 'left-out', /draws the shell/],
  ['Reload', 'works', /your own component/],
  ['Debugger', 'works', /your own component/],
])('adopt says what becomes of src/theme/%s', async (name, kind, why) => {
  using site = new TestSite({
    'docusaurus.config.js': config,
    'docs/a.md': '# A\n',
    [`src/theme/${name}/index.js`]: 'export default () => null;\n',
  });
  const { findings } = await examineSite(site.root);
  const finding = {
    what: `@theme/${name}`,
    file: `src/theme/${name}/`,
    kind,
    why: expect.stringMatching(why),
  };
  expect(findings.filter(({ what }) => what.startsWith('@theme/'))).toEqual([finding]);
});
