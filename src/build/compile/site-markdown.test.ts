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
