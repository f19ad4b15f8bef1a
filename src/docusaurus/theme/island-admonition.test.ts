import { expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';

test.each([
  ['en', 'caution'],
  ['es', 'precaución'],
])('an admonition of an interactive component in %s has the title of its kind', async (locale, title) => {
  using site = new TestSite({
    'site.config.ts': `export default { name: 'Well', i18n: { defaultLocale: '${locale}', locales: ['${locale}'] } };\n`,
    'src/components/Pump.jsx': `import { useState } from 'react';
import Admonition from '@theme/Admonition';

export default function Pump() {
  const [isOn, setOn] = useState(false);
  return (
    <Admonition type="caution">
      <button onClick={() => setOn(!isOn)}>Pump</button>
    </Admonition>
  );
}
`,
    'docs/pump.mdx':
      "import Pump from '@site/src/components/Pump';\n\n# Pump\n\n<Pump />\n\n:::caution\n\nWet.\n\n:::\n",
  });
  const { problems } = await site.build();
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const html = Buffer.from(site.page('/docs/pump') ?? '', 'latin1').toString();
  const headings = [...html.matchAll(/<div class="admonition-heading">(.*?)<\/div>/g)].map(
    ([, heading = '']) => heading.replaceAll(/<[^>]+>/g, ''),
  );
  expect(headings).toEqual([title, title]);
});
