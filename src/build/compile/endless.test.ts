import path from 'node:path';
import { expect, test } from 'vitest';
import { createSiteFolder } from '../../../testing/docs-folder.ts';
import { english } from '../../config/texts.ts';
import { reportEndless } from './endless.ts';

test('reports code that never ends with the importing line, the imported code and the next step', async () => {
  const siteDir = createSiteFolder({
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
  const { article } = await reportEndless({ file: 'a.mdx' }, { ...setup, lenient: false });
  expect(article.problems).toEqual([
    {
      code: 'endless',
      severity: 'error',
      file: 'docs/a.mdx',
      line: 2,
      message: expect.stringMatching(
        /ended the process, such as src\/spin\. Look there for .*BROKEN_DOCUMENTS=warn/,
      ),
    },
  ]);
  expect(article.html).toBe('');
  const lenientResult = await reportEndless({ file: 'a.mdx' }, { ...setup, lenient: true });
  expect(lenientResult.article.html).toContain('such as src/spin');
});
