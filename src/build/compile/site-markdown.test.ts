import path from 'node:path';
import { expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';

test("runs a site's own plugins, and compiles again when they change", async () => {
  using site = new TestSite({
    'docs/a.md': '# A\n\nText.\n',
    'words.ts': "export const words = 'Added.';\n",
  });
  site.write(
    'site.config.ts',
    `import { words } from './words.ts';

function add() {
  return (tree) => {
    tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: words }] });
  };
}

export default { docs: [{ remarkPlugins: [add] }] };
`,
  );
  expect((await site.build()).problems).toEqual([]);
  expect(site.page('/docs/a')).toContain('<p>Added.</p>');
  site.write('words.ts', "export const words = 'Changed.';\n");
  expect((await site.build()).built.compiled).toBe(1);
  expect(site.page('/docs/a')).toContain('<p>Changed.</p>');
});

test("runs a plugin that failed again, although the document hasn't changed", async () => {
  using site = new TestSite({ 'docs/a.md': '# A\n\nText.\n' });
  const lenient = { BROKEN_DOCUMENTS: 'warn' } as const;
  const words = JSON.stringify(path.join(site.root, 'words.txt'));
  site.write(
    'site.config.ts',
    `import { readFileSync } from 'node:fs';

function add() {
  return (tree) => {
    tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: readFileSync(${words}, 'utf8') }] });
  };
}

export default { docs: [{ remarkPlugins: [add] }] };
`,
  );
  const failedBuild = await site.build(lenient);
  expect(failedBuild.problems.map(({ code }) => code)).toContain('markdown-plugin');
  site.write('words.txt', 'Read now.');
  expect((await site.build(lenient)).ok).toBe(true);
  expect(site.page('/docs/a')).toContain('<p>Read now.</p>');
});
