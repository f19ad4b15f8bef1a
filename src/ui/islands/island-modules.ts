import { docsModules } from '../../markdown/modules/docs-client.ts';
import { docusaurusModules, type Modules } from '../../markdown/modules/docusaurus.ts';
import { islandTheme } from '../../markdown/modules/island-theme.ts';
import { frameModules } from '../../markdown/modules/page-frame.ts';
import { themeCommonModules } from '../../markdown/modules/theme-common.ts';

/** Docusaurus modules for islands in the browser. */
export const islandModules: Modules = {
  ...islandTheme,
  ...frameModules,
  ...docusaurusModules,
  ...docsModules,
  ...themeCommonModules,
};
