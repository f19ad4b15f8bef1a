import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { formatProblem } from '../../shared/problem.ts';

// Each builds a site of its own, some of them several times.
vi.setConfig({ testTimeout: 180_000 });

let site: TestSite | undefined;
afterEach(() => site?.[Symbol.dispose]());

/** Packages of a site with another React, which refuses to work with the engine's. */
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

const writeComponent = (imports: string, expression: string) =>
  `${imports}\nexport default function Shown() {\n  return <code>{${expression}}</code>;\n}\n`;

/** Component, and what its `<code>` shows. */
const users: [imported: string, code: string, expected: string][] = [
  [
    'renderToString of react-dom/server',
    writeComponent("import { renderToString } from 'react-dom/server';", 'renderToString(<b>hi</b>)'),
    '&#x3C;b>hi&#x3C;/b>',
  ],
  [
    'the whole of react-dom/server',
    writeComponent("import * as server from 'react-dom/server';", 'server.renderToStaticMarkup(<b>hi</b>)'),
    '&#x3C;b>hi&#x3C;/b>',
  ],
  [
    'react-dom/server.browser',
    writeComponent(
      "import { renderToStaticMarkup } from 'react-dom/server.browser';",
      'renderToStaticMarkup(<b>hi</b>)',
    ),
    '&#x3C;b>hi&#x3C;/b>',
  ],
  [
    'react-is',
    writeComponent("import { isElement } from 'react-is';", "isElement(<b />) ? 'an element' : 'none'"),
    'an element',
  ],
  ['scheduler', writeComponent("import { unstable_now as now } from 'scheduler';", 'typeof now()'), 'number'],
  [
    'react-dom/client',
    writeComponent("import { createRoot } from 'react-dom/client';", 'typeof createRoot'),
    'function',
  ],
];

describe('whatever packages the site has installed', () => {
  /** One site for all: each import is in a component of the site's, and in one of a package of the site's. */
  let built: TestSite;
  let problems: string[];
  beforeAll(async () => {
    const files = users.map(([, code], index) => ({
      [`docs/a${index}.mdx`]: `import Shown from '@site/src/components/Shown${index}';\n\n# A\n\n<Shown />\n`,
      [`src/components/Shown${index}.jsx`]: code,
      [`docs/b${index}.mdx`]: `import Shown from 'shown${index}';\n\n# B\n\n<Shown />\n`,
      [`node_modules/shown${index}/package.json`]: `{ "name": "shown${index}", "version": "1.0.0", "main": "index.jsx" }`,
      [`node_modules/shown${index}/index.jsx`]: code
        .replaceAll('<b>hi</b>', "createElement('b', null, 'hi')")
        .replaceAll('<b />', "createElement('b')")
        .replace('<code>{', "createElement('code', null, ")
        .replace('}</code>', ')')
        .replace(/^/, "import { createElement } from 'react';\n"),
    }));
    built = new TestSite(Object.assign({}, otherReact, ...files));
    problems = (await built.build()).problems.map(formatProblem);
  });
  afterAll(() => built[Symbol.dispose]());

  test.each(
    users.map(([importedPackage, , expected], index) => ({ imported: importedPackage, expected, at: index })),
  )('takes $imported from where React is', ({ expected, at }) => {
    expect(problems).toEqual([]);
    for (const page of [`/docs/a${at}`, `/docs/b${at}`])
      expect(built.page(page)).toContain(`<code>${expected}</code>`);
  });
});

test('lets a document import react-dom/server itself', async () => {
  site = new TestSite({
    ...otherReact,
    'docs/a.mdx':
      "import { renderToStaticMarkup } from 'react-dom/server';\n\n# A\n\n<code>{renderToStaticMarkup(<b>hi</b>)}</code>\n",
  });
  expect((await site.build()).problems.map(formatProblem)).toEqual([]);
  expect(site.page('/docs/a')).toContain('<code>&#x3C;b>hi&#x3C;/b></code>');
});

/** A package that was bundled with the functions of React 18 that create elements. */
const writeOldPackage = (internals: string, truth: string) =>
  `import React from 'react';
var owner = ${internals}.ReactCurrentOwner, reserved = { key: ${truth}, ref: ${truth}, __self: ${truth}, __source: ${truth} };
function jsx(type, config, key) {
  var props = {};
  for (var name in config) if (!reserved.hasOwnProperty(name)) props[name] = config[name];
  return { $$typeof: Symbol.for("react.element"), type: type, key: key === undefined ? null : key, ref: null, props: props, _owner: owner.current };
}
export var Field = React.forwardRef(function Field(props, ref) { return jsx('b', { children: ref ? 'with a ref' : 'without' }); });
export default function Old() { return jsx('i', { title: 'old', children: jsx(Field, { ref: React.createRef() }) }, 'a'); }
`;

test.each([
  ['React.__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED', 'true'],
  ['React.default.__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED', '!0'],
])('shows what a package with an old JSX runtime of its own creates: %s', async (internals, truth) => {
  site = new TestSite({
    'node_modules/old/package.json':
      '{ "name": "old", "version": "1.0.0", "main": "index.js", "type": "module" }',
    'node_modules/old/index.js': writeOldPackage(internals, truth),
    'docs/a.mdx': "import Old from 'old';\n\n# A\n\n<Old />\n",
    'docs/b.mdx': "import Live from '@site/src/live';\n\n# B\n\n<Live />\n",
    'src/live.jsx':
      "import { useState } from 'react';\nimport Old from 'old';\nexport default () => <u onClick={useState(1)[1]}><Old /></u>;\n",
  });
  expect((await site.build()).problems.map(formatProblem)).toEqual([]);
  for (const page of ['/docs/a', '/docs/b'])
    expect(site.page(page)).toContain('<i title="old"><b>with a ref</b></i>');
});

const scriptLoaders: [by: string, body: string][] = [
  [
    'the DOM',
    "useEffect(() => {\n    const script = document.createElement('script');\n    script.src = 'https://ads.example.test/a';\n    document.body.append(script);\n  }, []);\n  return <p>Advert</p>;",
  ],
  [
    'setAttribute',
    "useEffect(() => {\n    const script = document.createElement(\"script\");\n    script.setAttribute('src', '//ads.example.test/a.js');\n  }, []);\n  return <p>Advert</p>;",
  ],
  ['JSX', 'useEffect(() => {});\n\n  return <script async src="https://ads.example.test/a" />;\n  '],
];

describe('a component that loads a script from elsewhere', () => {
  let built: TestSite;
  let ok: boolean;
  let problems: string[];
  beforeAll(async () => {
    const files = scriptLoaders.map(([, body], index) => ({
      [`docs/a${index}.mdx`]: `import Advert from '@site/src/components/Advert${index}';\n\n# A\n\n<Advert />\n`,
      [`src/components/Advert${index}.jsx`]: `import { useEffect } from 'react';\nexport default function Advert() {\n  ${body}\n}\n`,
    }));
    built = new TestSite(
      Object.assign({}, ...files, {
        'src/components/Fine.jsx':
          "const link = 'https://example.com/a.js';\nexport default () => <a href={link}>A</a>;\n",
        'docs/b.mdx': "import Fine from '@site/src/components/Fine';\n\n# B\n\n<Fine />\n",
      }),
    );
    const result = await built.build();
    ok = result.ok;
    problems = result.problems.map(formatProblem);
  });
  afterAll(() => built[Symbol.dispose]());

  test.each(scriptLoaders.map(([by], index) => ({ by, at: index })))(
    'is named by file and line: by $by',
    ({ at }) => {
      expect(ok).toBe(true);
      const file = `src/components/Advert${at}.jsx`;
      expect(problems.filter((problem) => problem.startsWith(file))).toEqual([
        expect.stringMatching(
          /:5: (?:warning: )?This component loads a script from (?:https:)?\/\/ads\.example\.test\/a/,
        ),
      ]);
    },
  );

  test('is the only thing that is named, in the next build too', async () => {
    expect(problems).toHaveLength(scriptLoaders.length);
    expect((await built.build()).problems).toHaveLength(scriptLoaders.length);
  });
});
