import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { formatProblem } from '../../shared/problem.ts';

const config = (prism = '') =>
  `module.exports = { title: 'A', url: 'https://a.example', baseUrl: '/', presets: ['classic'], themeConfig: { prism: { ${prism} } } };\n`;
const live = "import { useState } from 'react';\n";
const provide = (components: string, content: string) =>
  `<MDXProvider components={${components}}>${content}</MDXProvider>`;
const writePage = (body: string, head = '') =>
  `${head}import { MDXProvider, useMDXComponents } from '@mdx-js/react';\nimport Part from '../part.mdx';\nexport default function Page() {\n  ${body}\n}\n`;

/** Pages by name: source, and what the HTML contains. */
const providers: Readonly<Record<string, readonly [source: string, expected: RegExp]>> = {
  elements: [
    writePage(
      `return ${provide('{ strong: (props) => <mark {...props} />, Pump: () => <i>own pump</i> }', '<Part />')};`,
    ),
    /<mark[^>]*>fast<\/mark>[\s\S]*<i>own pump<\/i>/,
  ],
  interactive: [
    writePage(
      `const [on] = useState('own pump');\n  return ${provide('{ Pump: () => <i>{on}</i> }', '<Part />')};`,
      live,
    ),
    /<strong>fast<\/strong>[\s\S]*<i>own pump<\/i>/,
  ],
  nested: [
    writePage(
      `return ${provide('{ Pump: () => <i>outer</i> }', provide('{ strong: (props) => <mark {...props} /> }', '<Part />'))};`,
    ),
    /<mark[^>]*>fast<\/mark>[\s\S]*<i>outer<\/i>/,
  ],
  replaced: [
    writePage(
      `return ${provide('{ strong: (props) => <mark {...props} />, Pump: () => <i>outer</i> }', '<MDXProvider disableParentContext components={{ Pump: () => <i>inner</i> }}><Part /></MDXProvider>')};`,
    ),
    /<strong>fast<\/strong>[\s\S]*<i>inner<\/i>/,
  ],
  computed: [
    writePage(
      `return ${provide('{ Pump: () => <i>outer</i> }', provide('(outer) => ({ ...outer, strong: outer.Pump })', '<Part />'))};`,
    ),
    /<i>outer<\/i>[\s\S]*<i>outer<\/i>/,
  ],
  passed: [
    writePage('return <Part components={{ Pump: () => <i>passed</i> }} />;'),
    /<strong>fast<\/strong>[\s\S]*<i>passed<\/i>/,
  ],
  hook: [
    writePage(
      `const Names = () => <b>{Object.keys(useMDXComponents({ em: 'em' })).join()}</b>;\n  return ${provide('{ Pump: () => null }', '<Names />')};`,
    ),
    /<b>Pump,em<\/b>/,
  ],
};

describe('components that a page gives to Markdown with MDXProvider', () => {
  let site: TestSite;
  let problems: string[];
  beforeAll(async () => {
    site = new TestSite({
      'docusaurus.config.js': config(),
      'docs/a.md': '# A\n',
      'src/part.mdx': 'Very **fast**.\n\n<Pump />\n',
      ...Object.fromEntries(
        Object.entries(providers).map(([name, [source]]) => [`src/pages/${name}.jsx`, source]),
      ),
    });
    problems = (await site.build()).problems.map(formatProblem);
  });
  afterAll(() => site[Symbol.dispose]());

  test.each(Object.entries(providers))('%s', (name, [, expected]) => {
    expect(problems).toEqual([]);
    expect(site.page(`/${name}`)).toMatch(expected);
  });
});

/** A renderer that knows one language, as `prism-react-renderer` does, and languages that add themselves to `Prism`. */
const prismPackages = {
  'node_modules/prism-react-renderer/package.json':
    '{"name":"prism-react-renderer","version":"2.0.0","type":"module","main":"index.js"}',
  'node_modules/prism-react-renderer/index.js':
    'export const Prism = { languages: { js: 1 } };\nexport const listLanguages = () => Object.keys(Prism.languages).join();\n',
  'node_modules/prismjs/package.json': '{"name":"prismjs","version":"1.30.0","main":"prism.js"}',
  'node_modules/prismjs/prism.js': '',
  ...Object.fromEntries(
    ['hcl', 'php', 'markup-templating'].map((name) => [
      `node_modules/prismjs/components/prism-${name}.js`,
      name === 'php'
        ? "if (!Prism.languages['markup-templating']) throw new Error('too early');\nPrism.languages.php = 1;\n"
        : `Prism.languages['${name}'] = 1;\n`,
    ]),
  ),
};

test.each([
  ['', 'js'],
  ["additionalLanguages: ['hcl']", 'js,hcl'],
  ["additionalLanguages: ['php', 'hcl']", 'js,markup-templating,php,hcl'],
  ["additionalLanguages: ['no-such-language', 'hcl']", 'js,hcl'],
])('components that highlight code know the languages of the configuration: %s', async (prism, expected) => {
  using site = new TestSite({
    ...prismPackages,
    'docusaurus.config.js': config(prism),
    'docs/a.mdx':
      "import Code from '@site/src/code';\nimport Live from '@site/src/live';\n\n# A\n\n<Code />\n\n<Live />\n",
    'src/code.jsx':
      "import { listLanguages } from 'prism-react-renderer';\nexport default () => <b>{listLanguages()} {typeof globalThis.Prism}</b>;\n",
    'src/live.jsx': `${live}import { listLanguages } from 'prism-react-renderer';\nexport default function Live() {\n  const [names] = useState(listLanguages);\n  return <i>{names}</i>;\n}\n`,
  });
  const { problems } = await site.build();
  expect(problems.map(formatProblem)).toEqual([]);
  expect(site.page('/docs/a')).toContain(`<b>${expected} undefined</b>`);
  expect(site.page('/docs/a')).toContain(`<i>${expected}</i>`);
});

const writeDrawing = (color: string, rest = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><style type="text/css">\n\t.st0{fill:${color};}\n\t.a .st0, g > .st1:hover{opacity:.5}${rest}\n</style></defs><g class="a"><path class="st0 other" d="M0 0h.5"/></g></svg>\n`;

test('drawings whose style sheets name the same classes keep their own colours, and need no inline style', async () => {
  using site = new TestSite({
    'docusaurus.config.js': config(),
    'static/img/one.svg': writeDrawing('#123456'),
    'static/img/two.svg': writeDrawing('#654321', '\n.other{stroke:url(#st0)}'),
    'docs/a.mdx': "import One from '@site/static/img/one.svg';\n\n# A\n\n<One />\n",
    'src/pages/still.jsx':
      'import Two from \'../../static/img/two.svg\';\nexport default () => <Two className="mine" />;\n',
    'src/pages/live.jsx': `${live}import One from '../../static/img/one.svg';\nimport Two from '../../static/img/two.svg';\nexport default function Live() {\n  const [isOpen, open] = useState(false);\n  return <button onClick={() => open(true)}><Two />{isOpen && <One />}</button>;\n}\n`,
  });
  const { problems } = await site.build();
  expect(problems.map(formatProblem)).toEqual([]);
  const css = [...site.served()]
    .filter(([url]) => url.endsWith('.css'))
    .map(([, text]) => text)
    .join('\n');
  const findClass = (url: string) => /class="st0 other (st0-\w+) other-\w+"/.exec(site.page(url) ?? '')?.[1];
  const [one, still, inLive] = ['/docs/a', '/still', '/live'].map(findClass);
  expect(still).toBe(inLive);
  expect(one).not.toBe(still);
  expect(css).toContain(`.${one}{fill:#123456;}`);
  expect(css).toContain(`.${still}{fill:#654321;}`);
  expect(css).not.toMatch(/\.st0[{\s,:]/);
  for (const url of ['/docs/a', '/still', '/live']) {
    const [drawing] = /<svg[^>]*>(?:(?!<\/svg>)[\s\S])*/.exec(site.page(url) ?? '') ?? [];
    expect(drawing).not.toContain('<style');
  }
});
