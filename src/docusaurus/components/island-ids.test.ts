import { afterEach, expect, test, vi } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';

// Each test builds a site of its own, some of them several times.
vi.setConfig({ testTimeout: 180_000 });

let site: TestSite | undefined;
afterEach(() => site?.[Symbol.dispose]());

const pick =
  'import { useId, useState } from \'react\';\nexport default function Pick({ label, children }) {\n  const id = useId();\n  const [on, set] = useState(false);\n  return <p><label htmlFor={id}>{label}</label> <input id={id} type="checkbox" checked={on} onChange={() => set(!on)} />{children}</p>;\n}\n';
const plain =
  "import { useId } from 'react';\nexport default function Plain() {\n  const id = useId();\n  return <i id={id}>plain</i>;\n}\n";

function listIds(html: string): string[] {
  return [...html.matchAll(/<(?:input|i)\b[^>]*?\sid="([^"]+)"/g)].map(([, id = '']) => id);
}

test('gives every component on a page unique ids, the same in each build', async () => {
  site = new TestSite({
    'docs/a.mdx':
      'import Pick from \'@site/src/pick\';\nimport Plain from \'@site/src/plain\';\n\n# A\n\n<Pick label="one" />\n\n<Pick label="two">\n\nWith <Plain /> and **words**.\n\n<Pick label="inner" />\n\n</Pick>\n\n<Plain />\n\n<Plain />\n',
    'src/pick.jsx': pick,
    'src/plain.jsx': plain,
    'docusaurus.config.js':
      "module.exports = { title: 'Pumps', url: 'https://pumps.example', baseUrl: '/', presets: [['classic', {}]] };\n",
    'blog/2026-01-01-one.mdx': 'import Pick from \'@site/src/pick\';\n\n<Pick label="one" />\n',
    'blog/2026-01-02-two.mdx': 'import Pick from \'@site/src/pick\';\n\n<Pick label="two" />\n',
  });
  const { problems } = await site.build();
  expect(problems.filter(({ code }) => code !== 'blog-excerpt')).toEqual([]);
  const page = site.page('/docs/a') ?? '';
  const ids = listIds(page);
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(6);
  for (const [, label] of page.matchAll(/<label for="([^"]+)"/g)) expect(ids).toContain(label);
  const list = listIds(site.page('/blog') ?? '');
  expect(list).toHaveLength(2);
  expect(new Set(list).size).toBe(2);
  site.forgetCache();
  await site.build();
  expect(listIds(site.page('/docs/a') ?? '')).toEqual(ids);
});
