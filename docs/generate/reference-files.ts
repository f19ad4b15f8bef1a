import { apiFiles } from './api-pages.ts';
import { commandsPage } from './commands-page.ts';
import { configurationPage } from './configuration-page.ts';
import { docusaurusPage } from './docusaurus-page.ts';
import { environmentPage } from './environment-page.ts';
import { errorCodesPage } from './error-codes-page.ts';
import { frontMatterPage } from './front-matter-page.ts';
import { metricsPage } from './metrics-page.ts';

/** The generated files of this site by their path in the site folder, made from the sources of the engine. */
export async function referenceFiles(): Promise<Readonly<Record<string, string>>> {
  return {
    'docs/reference/configuration.md': configurationPage(),
    'docs/reference/front-matter.md': frontMatterPage(),
    'docs/reference/docusaurus-plugins.md': docusaurusPage(),
    'docs/reference/environment.md': environmentPage(),
    'docs/reference/commands.md': await commandsPage(),
    'docs/reference/error-codes.md': errorCodesPage(),
    'docs/reference/metrics.md': await metricsPage(),
    ...apiFiles(),
  };
}
