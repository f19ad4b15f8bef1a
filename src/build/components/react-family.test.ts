import { afterEach, expect, test, vi } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { formatProblem } from '../../shared/problem.ts';

// Each test builds a site of its own, some of them several times.
vi.setConfig({ testTimeout: 180_000 });

let site: TestSite | undefined;
afterEach(() => site?.[Symbol.dispose]());

/** Installed packages of a site: another version of React, which doesn't work with the program's. */
const otherReact = Object.fromEntries(
  [
    'react/index.js',
    'react/jsx-runtime.js',
    'react-dom/index.js',
    'react-dom/server.js',
    'react-dom/client.js',
    'scheduler/index.js',
    'react-is/index.js',
  ].map((file) => [`node_modules/${file}`, "throw new Error('Incompatible React versions.');\n"]),
);

const component = (imports: string, expression: string) =>
  `${imports}\nexport default function Shown() {\n  return <code>{${expression}}</code>;\n}\n`;

test.each([
  [
    'renderToString of react-dom/server',
    component("import { renderToString } from 'react-dom/server';", 'renderToString(<b>hi</b>)'),
    '&#x3C;b>hi&#x3C;/b>',
  ],
  [
    'the whole of react-dom/server',
    component("import * as server from 'react-dom/server';", 'server.renderToStaticMarkup(<b>hi</b>)'),
    '&#x3C;b>hi&#x3C;/b>',
  ],
  [
    'react-dom/server.browser',
    component(
      "import { renderToStaticMarkup } from 'react-dom/server.browser';",
      'renderToStaticMarkup(<b>hi</b>)',
    ),
    '&#x3C;b>hi&#x3C;/b>',
  ],
  [
    'react-is',
    component("import { isElement } from 'react-is';", "isElement(<b />) ? 'an element' : 'none'"),
    'an element',
  ],
  ['scheduler', component("import { unstable_now as now } from 'scheduler';", 'typeof now()'), 'number'],
  [
    'react-dom/client',
    component("import { createRoot } from 'react-dom/client';", 'typeof createRoot'),
    'function',
  ],
])(
  'resolves %s from the copy of React in use, whatever the site has installed',
  async (_name, code, expected) => {
    site = new TestSite({
      ...otherReact,
      'docs/a.mdx': "import Shown from '@site/src/components/Shown';\n\n# A\n\n<Shown />\n",
      'src/components/Shown.jsx': code,
      // The same from a package of the site.
      'docs/b.mdx': "import Shown from 'shown';\n\n# B\n\n<Shown />\n",
      'node_modules/shown/package.json': '{ "name": "shown", "version": "1.0.0", "main": "index.jsx" }',
      'node_modules/shown/index.jsx': code
        .replaceAll('<b>hi</b>', "createElement('b', null, 'hi')")
        .replaceAll('<b />', "createElement('b')")
        .replace('<code>{', "createElement('code', null, ")
        .replace('}</code>', ')')
        .replace(/^/, "import { createElement } from 'react';\n"),
    });
    const { problems } = await site.build();
    expect(problems.map(formatProblem)).toEqual([]);
    for (const page of ['/docs/a', '/docs/b']) expect(site.page(page)).toContain(`<code>${expected}</code>`);
  },
);

test('lets a document import react-dom/server', async () => {
  site = new TestSite({
    ...otherReact,
    'docs/a.mdx':
      "import { renderToStaticMarkup } from 'react-dom/server';\n\n# A\n\n<code>{renderToStaticMarkup(<b>hi</b>)}</code>\n",
  });
  expect((await site.build()).problems.map(formatProblem)).toEqual([]);
  expect(site.page('/docs/a')).toContain('<code>&#x3C;b>hi&#x3C;/b></code>');
});

test.each([
  [
    'the DOM',
    "useEffect(() => {\n    const script = document.createElement('script');\n    script.src = 'https://ads.example.test/a';\n    document.body.append(script);\n  }, []);\n  return <p>Advert</p>;",
  ],
  [
    'setAttribute',
    "useEffect(() => {\n    const script = document.createElement(\"script\");\n    script.setAttribute('src', '//ads.example.test/a.js');\n  }, []);\n  return <p>Advert</p>;",
  ],
  ['JSX', 'useEffect(() => {});\n\n  return <script async src="https://ads.example.test/a" />;\n  '],
])(
  'reports by file and line a component that loads a script from another host by %s',
  async (_name, body) => {
    site = new TestSite({
      'docs/a.mdx': "import Advert from '@site/src/components/Advert';\n\n# A\n\n<Advert />\n",
      'src/components/Advert.jsx': `import { useEffect } from 'react';\nexport default function Advert() {\n  ${body}\n}\n`,
      'src/components/Fine.jsx':
        "const link = 'https://example.com/a.js';\nexport default () => <a href={link}>A</a>;\n",
      'docs/b.mdx': "import Fine from '@site/src/components/Fine';\n\n# B\n\n<Fine />\n",
    });
    const { ok, problems } = await site.build();
    expect(ok).toBe(true);
    expect(problems.map(formatProblem)).toEqual([
      expect.stringMatching(
        /^src\/components\/Advert\.jsx:5: (?:warning: )?This component loads a script from (?:https:)?\/\/ads\.example\.test\/a/,
      ),
    ]);
    expect((await site.build()).problems).toHaveLength(1);
  },
);
