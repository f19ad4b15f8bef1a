import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { formatProblem } from '../../shared/problem.ts';

// Each provider adds its item to those of the providers around it.
const basket = `import { createContext, useContext, useState } from 'react';
export const Basket = createContext(null);
export function BasketProvider({ children, item = 'tea' }) {
  const outerItems = useContext(Basket)?.items ?? [];
  const [ownItems, setItems] = useState([item]);
  return <Basket.Provider value={{ items: [...outerItems, ...ownItems], setItems }}>{children}</Basket.Provider>;
}
export const useBasket = () => useContext(Basket);
`;
const importProvider = "import { BasketProvider } from '@site/src/basket';\n";
const list =
  "import { useBasket } from './basket';\nexport default () => <ul>{useBasket().items.join()}</ul>;\n";

/** Files of `src/theme`, with the items that they provide. */
const wrappers: Readonly<Record<string, [files: Readonly<Record<string, string>>, items: string]>> = {
  'default exports, elements around the page, and hooks': [
    {
      'Root.jsx': `${importProvider}export default function Root({ children }) { return <div><BasketProvider>{children}</BasketProvider><footer>Cellar</footer></div>; }\n`,
      'Layout/index.jsx': `import Layout from '@theme-original/Layout';\n${importProvider}export default (props) => <BasketProvider item="milk"><Layout {...props} /></BasketProvider>;\n`,
      'Layout/Provider/index.jsx': `import { useEffect, useMemo } from 'react';\nimport Provider from '@theme-original/Layout/Provider';\n${importProvider}export default ({ children }) => { useEffect(() => {}); const item = useMemo(() => 'oats', []); return <Provider><BasketProvider item={item}>{children}</BasketProvider></Provider>; };\n`,
    },
    'tea,milk,oats',
  ],
  'a re-export, and the configuration of the site': [
    {
      'Root/index.ts': "export { BasketProvider as default } from '@site/src/basket';\n",
      'Layout/Provider.tsx': `import type { ReactNode } from 'react';\nimport useDocusaurusContext from '@docusaurus/useDocusaurusContext';\n${importProvider}export default function Provider({ children }: { children: ReactNode }) { const { siteConfig } = useDocusaurusContext(); return <BasketProvider item={siteConfig.customFields.item}>{children}</BasketProvider>; }\n`,
    },
    'tea,from fields',
  ],
  'the root of the theme, and a context as an element': [
    {
      'Root.jsx': `import Root from '@theme-init/Root';\nimport { Basket } from '@site/src/basket';\nexport default ({ children }) => <Root><Basket value={{ items: ['rice'] }}>{children}</Basket></Root>;\n`,
    },
    'rice',
  ],
};

const config = `export default { name: 'Kettles', customFields: { item: 'from fields' } };\n`;
const documents = {
  'docs/a.mdx': "import List from '@site/src/List';\n\n# A\n\n<List />\n",
  'src/pages/b.jsx':
    "import List from '@site/src/List';\nexport default () => <main><h1>B</h1><List /></main>;\n",
  'src/pages/c.jsx':
    "import { Basket } from '@site/src/basket';\nexport default () => <main><h1>C</h1><Basket.Consumer>{({ items }) => <ul>{items.join()}</ul>}</Basket.Consumer></main>;\n",
  'src/List.jsx': list,
  'src/basket.jsx': basket,
};

describe.each(Object.entries(wrappers))('components around pages with %s', (_name, [files, items]) => {
  let site: TestSite;
  let problems: string[];
  beforeAll(async () => {
    const themeFiles = Object.entries(files).map(([name, code]) => [`src/theme/${name}`, code]);
    site = new TestSite({ 'site.config.ts': config, ...documents, ...Object.fromEntries(themeFiles) });
    problems = (await site.build()).problems.map(formatProblem);
  });
  afterAll(() => site[Symbol.dispose]());

  test('give their contexts to components of documents and pages', () => {
    expect(problems).toEqual([]);
    for (const page of ['/docs/a', '/b', '/c']) {
      expect(site.page(page)).toContain(`<ul>${items}</ul>`);
      expect(site.page(page)).not.toContain('Cellar');
    }
  });
});

test.each([
  ['nothing', 'return isReady && children'],
  [
    'a spinner',
    'return isReady ? <Ready.Provider value="ready">{children}</Ready.Provider> : <p>Loading</p>',
  ],
  ['nothing, by a component of Docusaurus', 'return <BrowserOnly>{() => children}</BrowserOnly>'],
])('pages are complete when a wrapper shows %s until it is in the browser', async (_name, result) => {
  using site = new TestSite({
    'site.config.ts': config,
    'src/theme/Root.jsx': `import { useEffect, useState } from 'react';
import BrowserOnly from '@docusaurus/BrowserOnly';
import { Ready } from '@site/src/ready';
export default function Root({ children }) {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  ${result};
}
`,
    'src/ready.jsx':
      "import { createContext } from 'react';\nexport const Ready = createContext('waiting');\n",
    'src/State.jsx':
      "import { useContext } from 'react';\nimport { Ready } from './ready';\nexport default () => <b>{useContext(Ready)}</b>;\n",
    'docs/a.mdx': "import State from '@site/src/State';\n\n# Kettle\n\nBoils. <State />\n",
    'src/pages/b.jsx':
      "import State from '../State';\nexport default () => <main><h1>Pots</h1><State /></main>;\n",
  });
  expect((await site.build()).problems.map(formatProblem)).toEqual([]);
  expect(site.page('/docs/a')).toContain('Boils.');
  for (const page of ['/docs/a', '/b']) {
    expect(site.page(page)).toContain('<b>waiting</b>');
    expect(site.page(page)).not.toContain('Loading</p>');
  }
  expect(site.page('/b')).toContain('Pots');
});

test.each([
  [
    'a wrapper that needs the browser',
    'const width = window.innerWidth;\nexport default ({ children }) => <BasketProvider>{children}</BasketProvider>;\n',
    /src\/theme\/Root failed: window is not defined/,
  ],
  [
    'a wrapper that waits for the browser',
    "import { useEffect, useState } from 'react';\nexport default ({ children }) => { const [isReady, setReady] = useState(false); useEffect(() => setReady(true), []); return isReady && <BasketProvider>{children}</BasketProvider>; };\n",
    /src\/theme\/Root doesn't show its children during the build/,
  ],
  [
    'a wrapper without a default export',
    'export const Root = BasketProvider;\n',
    /src\/theme\/Root failed: It has no default export/,
  ],
])('names %s when a component misses its contexts', async (_name, code, reason) => {
  using site = new TestSite({
    'site.config.ts': config,
    ...documents,
    'src/theme/Root.jsx': importProvider + code,
  });
  const { problems } = await site.build();
  expect(problems.length).toBeGreaterThan(0);
  for (const problem of problems) expect(formatProblem(problem)).toMatch(reason);
});

test.each([
  ['fails', "throw new Error('no kettle');", /Root failed: no kettle\. The build renders pages without/],
  ['throws nothing', 'throw null;', /Root failed: it threw null\./],
  ['needs a browser', 'window.kettle();', /Root failed: window is not defined/],
])('warns about a component around all pages that %s, although no page fails', async (_, code, message) => {
  using site = new TestSite({
    'site.config.ts': config,
    'docs/a.mdx': "import Word from '@site/src/Word';\n\n# A\n\n<Word />\n",
    'src/Word.jsx':
      "import { useBasket } from './basket';\nexport default () => <b>{useBasket() ? 'basket' : 'kettle'}</b>;\n",
    'src/basket.jsx': basket,
    'src/theme/Root.jsx': `${importProvider}export default ({ children }) => { ${code} return <BasketProvider>{children}</BasketProvider>; };\n`,
  });
  const { ok, problems } = await site.build();
  expect(ok).toBe(true);
  expect(problems).toMatchObject([
    { code: 'site-wrapper', severity: 'warning', message: expect.stringMatching(message) },
  ]);
  expect(site.page('/docs/a')).toContain('<b>kettle</b>');
});

test('says nothing about a component that shows its pages only to readers who signed in', async () => {
  using site = new TestSite({
    'site.config.ts': config,
    'docs/a.mdx': "import Word from '@site/src/Word';\n\n# A\n\n<Word />\n",
    'src/Word.jsx':
      "import { useBasket } from './basket';\nexport default () => <b>{useBasket() ? 'basket' : 'kettle'}</b>;\n",
    'src/basket.jsx': basket,
    'src/theme/Root.jsx': `${importProvider}export default ({ isKnown, children }) => isKnown ? <BasketProvider>{children}</BasketProvider> : <p>Loading</p>;\n`,
  });
  expect((await site.build()).problems).toEqual([]);
});
