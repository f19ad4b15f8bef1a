import { createAdmonitionTypes } from '../theme/admonition-types.ts';
import { docsModules } from '../theme/docs-client.ts';
import { docusaurusModules, type Modules } from '../theme/docusaurus.ts';
import { islandTheme } from '../theme/island-theme.ts';
import { createMdxComponents } from '../theme/mdx-components.ts';
import { frameModules } from '../theme/page-frame.ts';
import { themeCommonModules } from '../theme/theme-common.ts';

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
  '@theme/Admonition/Types': { default: createAdmonitionTypes(themeModules) },
  '@theme/MDXComponents': { default: createMdxComponents(themeModules) },
};
