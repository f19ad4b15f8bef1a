import type { KnownPluginName } from '../../config/known-plugins.ts';

/** Plugins for Markdown that are built in, by their packages, whether or not the site has these installed. */
export const markdownPlugins: Readonly<Record<string, KnownPluginName>> = {
  'remark-math': 'math',
  'rehype-katex': 'katex',
  '@docusaurus/remark-plugin-npm2yarn': 'npm2yarn',
  'docusaurus-remark-plugin-tab-blocks': 'tab-blocks',
};
