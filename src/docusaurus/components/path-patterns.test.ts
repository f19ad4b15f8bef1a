// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are samples of code.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { formatProblem } from '../../shared/problem.ts';

const component = (name: string, body: string, head = '') =>
  [`src/${name}.jsx`, `${head}export default function Shown({ name }) {\n  ${body}\n}\n`] as const;
const live = "import { useState } from 'react';\n";
const show = (code: string) => `return <b>{JSON.stringify(${code})}</b>;`;

/** Components by name: code, props in the document, and what the page contains. */
const components: Readonly<
  Record<string, readonly [body: string, name: string, expected: string | RegExp, head?: string]>
> = {
  picture: [
    'return <img src={require(`@site/static/img/${name}.png`).default} />;',
    'a',
    /<img src="\/_assets\/a\.[\w-]+\.png"/,
  ],
  plain: [
    show('require(`@site/static/img/${name}.png`)'),
    'a',
    /<b>\{"default":"\/_assets\/a\.[\w-]+\.png"\}/,
  ],
  joined: [
    "return <img src={require('@site/static/img/' + name).default} />;",
    'deep/b.png',
    /<img src="\/_assets\/b\.[\w-]+\.png"/,
  ],
  concat: [
    "return <img src={require('../static/img/'.concat(name, '.png')).default} />;",
    'a',
    /<img src="\/_assets\/a\.[\w-]+\.png"/,
  ],
  drawing: [
    'const Icon = require(`./icons/${name}.svg`).default;\n  return <Icon />;',
    'one',
    '<circle r="1"',
  ],
  data: [show('require(`./data/${name}.json`)'), 'list', '<b>[1,2]</b>'],
  yaml: [show('require(`./data/${name}`).default'), 'units.yaml', '<b>{"bar":1}</b>'],
  module: [show('require(`./data/${name}`)'), 'module', '<b>{"default":2,"size":1}</b>'],
  'index-file': [show('require(`./data/${name}`)'), 'folder', '<b>{"default":"index"}</b>'],
  commonjs: [show('require(`./data/${name}.cjs`)'), 'old', '<b>{"y":1}</b>'],
  raw: [show("require('!!raw-loader!./data/' + name).default"), 'note.txt', '<b>"Plain text."</b>'],
  document: [
    "const Part = require('@site/parts/' + name).default;\n  return <Part />;",
    'one.mdx',
    'Of the part.',
  ],
  packaged: [show('require(`parts/lib/${name}`)'), 'bolt', '<b>{"size":8}</b>'],
  context: [
    "const icons = require.context('@site/src/icons', false, /\\.svg$/);\n  const Icon = icons(name).default;\n  return <b>{icons.keys().join(' ')}{icons.resolve(name)}<Icon /></b>;",
    './two.svg',
    '<b>./one.svg ./two.svg@site/src/icons/two.svg<svg><circle r="2">',
  ],
  'context-deep': [
    show("require.context('@site/static/img', true, /\\.png$/).keys()"),
    '',
    '<b>["./a.png","./deep/b.png"]</b>',
  ],
  'context-modules': [
    show("require.context('./data', true, /module/).keys()"),
    '',
    '<b>["./module","./module.js"]</b>',
  ],
  'later-started': [
    'import(`./data/${name}.js`).then(() => {});\n  return <b>later</b>;',
    'module',
    '<b>later</b>',
  ],
  'in-browser': [
    'const [key] = useState(name);\n  return <img alt={key} src={require(`@site/static/img/${key}.png`).default} />;',
    'a',
    /<live-island[\s\S]*<img alt="a" src="\/_assets\/a\.[\w-]+\.png"/,
    live,
  ],
  'live-part': [
    'const Part = require(`./parts/${name}`).default;\n  return <Part />;',
    'counter',
    /<live-island[\s\S]*<i>7<\/i>/,
  ],
  own: ['const require = (file) => file.toUpperCase();\n  return <b>{require(name)}</b>;', 'x', '<b>X</b>'],
  caught: [
    'try {\n    require(`./data/${name}.json`);\n  } catch (error) {\n    return <b>{error.code}</b>;\n  }',
    'gone',
    '<b>MODULE_NOT_FOUND</b>',
  ],
};

const files: Record<string, string> = {
  'static/img/a.png': 'a',
  'static/img/deep/b.png': 'b',
  'parts/one.mdx': 'Of the part.\n',
  'parts/.hidden.mdx': '<b\n',
  'src/icons/one.svg': '<svg><circle r="1"/></svg>',
  'src/icons/two.svg': '<svg><circle r="2"/></svg>',
  'src/data/list.json': '[1,2]',
  'src/data/units.yaml': 'bar: 1\n',
  'src/data/module.js': 'export const size = 1;\nexport default 2;\n',
  'src/data/folder/index.ts': "export default 'index' as string;\n",
  'src/data/old.cjs': 'module.exports = { y: 1 };\n',
  'src/data/note.txt': 'Plain text.',
  'src/data/broken.js': "throw new Error('Nothing loads this.');\n",
  'src/parts/counter.jsx': `${live}export default () => <i>{useState(7)[0]}</i>;\n`,
  'node_modules/parts/package.json': '{"name":"parts","version":"1.0.0"}',
  'node_modules/parts/lib/bolt.js': 'exports.size = 8;\n',
};

/** Documents that load files themselves. */
const documents: Readonly<Record<string, readonly [text: string, expected: string | RegExp]>> = {
  'doc-picture': [
    "export const name = 'a';\n\n# D\n\n<img src={require(`@site/static/img/${name}.png`).default} />\n",
    /<img src="\/_assets\/a\.[\w-]+\.png"/,
  ],
  'doc-function': [
    "export const Picture = ({ name }) => <img src={require('../static/img/' + name + '.png').default} />;\n\n# D\n\n<Picture name=\"a\" />\n",
    /<img src="\/_assets\/a\.[\w-]+\.png"/,
  ],
  'doc-data': [
    "export const load = (name) => require(`@site/src/data/${name}`);\n\n# D\n\n{load('list').length} items, {load('list.json')[1]}, {load('units.yaml').bar}\n",
    '2 items, 2, 1',
  ],
  'doc-module': [
    "# D\n\n{['module'].map((name) => require(`@site/src/data/${name}`).default)} {['old.cjs', 'folder'].map((name) => JSON.stringify(require('@site/src/data/' + name)))}\n",
    '{"default":{"y":1},"y":1}{"default":"index"}',
  ],
  'doc-document': [
    "export const file = 'one.mdx';\n\nexport const Part = require('@site/parts/' + file).default;\n\n# D\n\n<Part />\n",
    'Of the part.',
  ],
  'doc-context': [
    "export const pictures = require.context('@site/static/img', true, /\\.png$/);\n\n# D\n\n{pictures.keys().map((key) => <img key={key} alt={key} src={pictures(key).default} />)}\n",
    /alt="\.\/a\.png" src="\/_assets\/a\.[\w-]+\.png"[\s\S]*alt="\.\/deep\/b\.png"/,
  ],
  'doc-browser': [
    "import BrowserOnly from '@docusaurus/BrowserOnly';\n\n# D\n\n<BrowserOnly>{() => <img src={require(`@site/static/img/${window.name}.png`).default} />}</BrowserOnly>\n",
    '<live-island',
  ],
};

let site: TestSite;
beforeAll(() => {
  const all = Object.entries(components).flatMap(([name, [body, value, , head]]) => [
    component(name, body, head),
    [
      `docs/${name}.mdx`,
      `import Shown from '@site/src/${name}';\n\n# D\n\nOf the ${name}.\n\n<Shown name="${value}" />\n`,
    ] as const,
  ]);
  const documentFiles = Object.entries(documents).map(
    ([name, [text]]) => [`docs/${name}.mdx`, text] as const,
  );
  site = new TestSite({ ...files, ...Object.fromEntries([...all, ...documentFiles]) });
});
afterAll(() => site[Symbol.dispose]());

test('loads files whose paths are only partly known', async () => {
  const { problems } = await site.build();
  expect(problems.map((problem) => formatProblem(problem))).toEqual([]);
  for (const [name, expected] of [
    ...Object.entries(components).map(([key, [, , value]]) => [key, value] as const),
    ...Object.entries(documents).map(([key, [, value]]) => [key, value] as const),
  ]) {
    const page = site.page(`/docs/${name}`) ?? '';
    const content = /<\/h1>[\s\S]*?<footer/.exec(page)?.[0] ?? page;
    expect.soft(content, name).toMatch(expected);
  }
  // The bundler writes this text for calls that it leaves for the browser, which would fail there.
  const scripts = [...site.served()].filter(([url]) => /\/island\..*\.js$/.test(url));
  expect(scripts.some(([, script]) => /_assets\/a\.[\w-]+\.png/.test(script))).toBe(true);
  for (const [url, script] of scripts) expect(script, url).not.toContain('Calling `require`');
});

test('names the place of a path that matches nothing, and of a pattern without a folder', async () => {
  const failingCalls: Readonly<Record<string, readonly [call: string, expected: RegExp]>> = {
    wrong: [
      'require(`./icons/${name}.svg`)',
      /matches no file in \.\/icons\/\. Did you mean "One\.svg"\? \(src\/wrong\.jsx:2\)/,
    ],
    hidden: [
      'require(`./icons/${name}`)',
      /`\.\/icons\/\.env` matches no file in \.\/icons\/\..*\(src\/hidden\.jsx:2\)/,
    ],
    bare: ['require(name)', /src\/bare\.jsx:2: warning: `require\(`\*`\)` names no folder/],
    whole: ['require(`@site/${name}`)', /src\/whole\.jsx:2: .*may load any file of the site/],
    gone: ['require(`./no-icons/${name}`)', /src\/gone\.jsx:2: .*there is no such folder/],
    'context-of-nothing': [
      "require.context('./no-icons', true)",
      /src\/context-of-nothing\.jsx:2: .*there is no such folder/,
    ],
  };
  const value = (name: string) => (name === 'hidden' ? '.env' : 'one');
  using broken = new TestSite({
    'src/icons/One.svg': '<svg/>',
    'src/icons/.env': 'SECRET=1\n',
    ...Object.fromEntries(
      Object.entries(failingCalls).flatMap(([name, [call]]) => [
        component(name, `return <b>{String(${call})}</b>;`),
        [
          `docs/${name}.mdx`,
          `import Shown from '@site/src/${name}';\n\n# D\n\n<Shown name="${value(name)}" />\n`,
        ],
      ]),
    ),
  });
  const { problems } = await broken.build();
  const text = problems.map((problem) => formatProblem(problem)).join('\n');
  for (const [name, [, expected]] of Object.entries(failingCalls)) expect.soft(text, name).toMatch(expected);
  expect(text).not.toContain('SECRET');
});

test('builds again when a matching file is added, changed or removed', async () => {
  using other = new TestSite({
    'src/data/a.json': '{"size":1}',
    'src/shown.jsx':
      "export default () => <b>{require.context('./data', true).keys().join(' ')} {require.context('./data', true)('./a.json').size}</b>;\n",
    'docs/component.mdx': "import Shown from '@site/src/shown';\n\n# D\n\n<Shown />\n",
    'docs/document.mdx':
      "export const data = require.context('@site/src/data', true, /json$/);\n\n# D\n\n{data.keys().join(' ')} {data('./a.json').size}\n",
  });
  const read = async () => {
    expect((await other.build()).problems).toEqual([]);
    return ['component', 'document'].map((name) => other.page(`/docs/${name}`) ?? '');
  };
  for (const page of await read()) expect(page).toMatch(/\.\/a\.json\D*1</);
  other.write('src/data/a.json', '{"size":2}');
  for (const page of await read()) expect(page).toMatch(/\.\/a\.json\D*2</);
  other.write('src/data/b.json', '{}');
  for (const page of await read()) expect(page).toContain('./b.json');
  other.remove('src/data/b.json');
  for (const page of await read()) expect(page).not.toContain('./b.json');
});

/** Code that only looks as if it loaded files: in a component, and in a document. */
const samples: Readonly<Record<string, readonly [inComponent: string, inDocument: string]>> = {
  comment: ['/* require(`./parts/${name}`) */', '{/* require(`@site/src/parts/${name}`) */}'],
  'comment-of-a-line': [
    "// Don't call require.context('./parts')",
    "export const one = 1; // Don't call require.context('@site/src/parts')",
  ],
  'comment-of-lines': [
    '/*\n  import(`./parts/${name}`);\n  */',
    '{/*\n  import(`@site/src/parts/${name}`)\n*/}',
  ],
  string: [`const sample = "require('./parts/' + name)";`, `{"require('@site/src/parts/' + name)".length}`],
  template: [
    'const sample = `require("./parts/" + name)`;',
    '<code>{`require("@site/src/parts/" + name)`}</code>',
  ],
  attribute: [
    `const sample = <i title="require('./parts/' + name)" />;`,
    `<i title="require('@site/src/parts/' + name)">Text</i>`,
  ],
  expression: [
    'const sample = /require(".\\/parts\\/" + name)/;',
    '{/require("@site.src.parts." + name)/.source}',
  ],
  text: [
    'const sample = name;',
    "Call `require('@site/src/parts/' + name)`, or require('@site/src/parts/' + name).",
  ],
};

test('loads nothing for what only looks like a call', async () => {
  using other = new TestSite({
    // Whatever loads all files of the folder reports this one.
    'src/parts/broken.jsx': 'export default () => <b>;\n',
    'src/parts/one.js': 'export default 1;\n',
    ...Object.fromEntries(
      Object.entries(samples).flatMap(([name, [inComponent, inDocument]]) => [
        component(name, `${inComponent}\n  return <b>{name}</b>;`),
        [
          `docs/${name}.mdx`,
          `import Shown from '@site/src/${name}';\n\n# D\n\n<Shown name="x" />\n\n${inDocument}\n`,
        ],
      ]),
    ),
  });
  const build = async () => {
    const { problems, built } = await other.build();
    expect(problems.map((problem) => formatProblem(problem))).toEqual([]);
    return built?.compiled;
  };
  expect(await build()).toBe(Object.keys(samples).length);
  // A folder that documents load files from counts with each of its files.
  other.write('src/parts/two.js', 'export default 2;\n');
  expect(await build()).toBe(0);
});

test('names the line of a call that a comment or a sample mentions before', async () => {
  const writeCall = (name: string) => `require('./no-${name}/' + name)`;
  const heads: Readonly<Record<string, (call: string) => string>> = {
    comment: (call) => `// Like ${call}:\n`,
    lines: (call) => `/*\n * ${call}\n */\n`,
    string: (call) => `const sample = "a ${call}";\n`,
    template: (call) => `const sample = \`\n  ${call}\n\`;\n`,
  };
  const names = Object.keys(heads);
  const writeHead = (name: string) => heads[name]?.(writeCall(name)) ?? '';
  using other = new TestSite(
    Object.fromEntries(
      names.flatMap((name) => [
        component(name, `return <b>{String(() => ${writeCall(name)})}</b>;`, writeHead(name)),
        [`docs/${name}.mdx`, `import Shown from '@site/src/${name}';\n\n# D\n\n<Shown name="x" />\n`],
      ]),
    ),
  );
  const { problems } = await other.build();
  const places = problems.map(({ file, line }) => `${file}:${line}`);
  expect(places.sort()).toEqual(
    names.map((name) => `src/${name}.jsx:${writeHead(name).split('\n').length + 1}`),
  );
});
