import path from 'node:path';
import { expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';

test("a site's own plugins run in the build, and a change of them compiles again", async () => {
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

test('what a plugin failed at is tried again, though the document is as it was', async () => {
  using site = new TestSite({ 'docs/a.md': '# A\n\nText, [and more](#more), <a href="gone">gone</a>.\n' });
  const lenient = { BROKEN_DOCUMENTS: 'warn', BROKEN_LINKS: 'warn' } as const;
  const words = JSON.stringify(path.join(site.root, 'words.txt'));
  site.write(
    'site.config.ts',
    `import { readFileSync } from 'node:fs';

function add() {
  return (tree) => {
    tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: readFileSync(${words}, 'utf8') }] });
  };
}

export default {
  docs: [{ remarkPlugins: [add] }],
  i18n: { locales: ['en', 'es'] },
};
`,
  );
  const failed = await site.build(lenient);
  expect(failed.problems.map(({ code }) => code)).toContain('markdown-plugin');
  site.write('words.txt', 'Read now.');
  const { problems } = await site.build(lenient);
  // Its dead links, not once for each language.
  expect(problems.filter(({ code }) => code.startsWith('broken-'))).toHaveLength(2);
  expect(site.page('/docs/a')).toContain('<p>Read now.</p>');
});
