import { writeApiFiles } from './api-pages.ts';
import { writeCommandsPage } from './commands-page.ts';
import { writeConfigurationPage } from './configuration-page.ts';
import { writeDocusaurusPage } from './docusaurus-page.ts';
import { writeEnvironmentPage } from './environment-page.ts';
import { writeErrorCodesPage } from './error-codes-page.ts';
import { writeFrontMatterPage } from './front-matter-page.ts';
import { writeMetricsPage } from './metrics-page.ts';

/** The generated files of this site by their path in the site folder, made from the sources of the engine. */
export async function writeReferenceFiles(): Promise<Readonly<Record<string, string>>> {
  return {
    'docs/reference/configuration.md': writeConfigurationPage(),
    'docs/reference/front-matter.md': writeFrontMatterPage(),
    'docs/reference/docusaurus-plugins.md': writeDocusaurusPage(),
    'docs/reference/environment.md': writeEnvironmentPage(),
    'docs/reference/commands.md': await writeCommandsPage(),
    'docs/reference/error-codes.md': await writeErrorCodesPage(),
    'docs/reference/metrics.md': await writeMetricsPage(),
    ...(await writeApiFiles()),
  };
}
