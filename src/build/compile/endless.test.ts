import path from 'node:path';
import { expect, test } from 'vitest';
import { siteFolder } from '../../../testing/docs-folder.ts';
import { english } from '../../config/texts.ts';
import { endless } from './endless.ts';

test('a document that never ends is named with the line and the code that it uses, and what to do', async () => {
  const siteDir = siteFolder({
    'docs/a.mdx': "import Tabs from '@theme/Tabs';\nimport Spin from '@site/src/spin';\n\n# A\n\n<Spin />\n",
  });
  const module = { file: '', version: '', asks: [], parts: [] };
  const setup = {
    siteDir,
    docsDir: path.join(siteDir, 'docs'),
    texts: english,
    components: {
      aliases: { '@site': siteDir },
      modules: { [path.join(siteDir, 'src/spin')]: module },
      style: '',
      files: [],
    },
  };
  const { article } = await endless({ file: 'a.mdx' }, { ...setup, lenient: false });
  expect(article.problems).toEqual([
    {
      code: 'endless',
      severity: 'error',
      file: 'docs/a.mdx',
      line: 2,
      message: expect.stringMatching(/never ends, such as src\/spin\. Look there .*BROKEN_DOCUMENTS=warn/),
    },
  ]);
  expect(article.html).toBe('');
  const shown = await endless({ file: 'a.mdx' }, { ...setup, lenient: true });
  expect(shown.article.html).toContain('never ends, such as src/spin');
});
