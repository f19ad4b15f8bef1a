import { expect, test } from 'vitest';
import { listErrors, TestSite } from '../../testing/test-site.ts';
import { toBuildFeatures } from './feature.ts';
import { engineFeatures } from './index.ts';
import { liveCode } from './live-code/feature.ts';
import { math } from './math/feature.ts';
import { mermaid } from './mermaid/feature.ts';

const blocks = `\`\`\`mermaid
flowchart LR
  A --> B
\`\`\`

\`\`\`jsx live
<b>Bold</b>
\`\`\`

$$
\\frac{1}{2}
$$
`;

test('without the features, a release shows the source of their blocks and no file of theirs is in it', async () => {
  using site = new TestSite({
    'site.config.ts': `import { defineSiteConfig } from 'gatehouse/config';
const math = Object.assign(() => {}, { knownPlugin: 'math' });
export default defineSiteConfig({ code: { live: true }, docs: [{ remarkPlugins: [math] }] });
`,
    'docs/plain.md': `# Plain\n\n${blocks}`,
    'docs/nested.mdx': `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

# Nested

<Tabs><TabItem value="one">

:::note

${blocks}
:::

</TabItem></Tabs>

{1 + 1}
`,
  });
  const leftOut: readonly string[] = [liveCode.name, math.name, mermaid.name];
  const features = toBuildFeatures(engineFeatures.filter(({ name }) => !leftOut.includes(name)));
  expect(listErrors(await site.build({ features }))).toEqual([]);
  const servedSite = site.served();
  expect([...servedSite.keys()].filter((url) => /mermaid|live-(?:code|frame|holder)/.test(url))).toEqual([]);
  for (const url of ['/docs/plain', '/docs/nested']) {
    const page = servedSite.get(url) ?? '';
    for (const language of ['mermaid', 'jsx', 'math'])
      expect(page, url).toContain(`<div class="theme-code-block language-${language}">`);
    expect(page.replaceAll(/<[^>]*>/g, ''), url).toContain('A --&gt; B');
    expect(page, url).not.toMatch(/data-live="(?:Mermaid|LiveCode)"|<math|katex|\.diagram\b|\.live-code\b/);
  }
});
