import { docsModules } from '../../markdown/modules/docs-client.ts';
import { docusaurusModules, type Modules } from '../../markdown/modules/docusaurus.ts';
import { islandTheme } from '../../markdown/modules/island-theme.ts';
import { createMdxComponents } from '../../markdown/modules/mdx-components.ts';
import { frameModules } from '../../markdown/modules/page-frame.ts';
import { themeCommonModules } from '../../markdown/modules/theme-common.ts';

const themeModules: Modules = {
  ...islandTheme,
  ...frameModules,
  ...docusaurusModules,
  ...docsModules,
  ...themeCommonModules,
};

/** The modules of Docusaurus, as islands in the browser have them. */
export const islandModules: Modules = {
  ...themeModules,
  '@theme/MDXComponents': { default: createMdxComponents(themeModules) },
};
