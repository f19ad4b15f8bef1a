import { addDefaults } from './complete-theme-config.ts';

/** Values that Docusaurus adds to the configuration, so that components can read them without a check. */
const defaults = {
  baseUrlIssueBanner: true,
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'warn',
  onDuplicateRoutes: 'warn',
  staticDirectories: ['static'],
  plugins: [],
  presets: [],
  themes: [],
  scripts: [],
  headTags: [],
  stylesheets: [],
  clientModules: [],
  noIndex: false,
  storage: { type: 'localStorage', namespace: false },
  markdown: {
    format: 'mdx',
    mermaid: false,
    emoji: true,
    mdx1Compat: { comments: true, admonitions: true, headingIds: true },
    anchors: { maintainCase: false },
    hooks: { onBrokenMarkdownLinks: 'warn', onBrokenMarkdownImages: 'throw' },
  },
  i18n: { path: 'i18n', localeConfigs: {} },
  future: {
    v4: {
      removeLegacyPostBuildHeadAttribute: false,
      useCssCascadeLayers: false,
      siteStorageNamespacing: false,
      fasterByDefault: false,
      mdx1CompatDisabledByDefault: false,
    },
    faster: {
      swcJsLoader: false,
      swcJsMinimizer: false,
      swcHtmlMinimizer: false,
      lightningCssMinimizer: false,
      mdxCrossCompilerCache: false,
      rspackBundler: false,
      rspackPersistentCache: false,
      ssgWorkerThreads: false,
      gitEagerVcs: false,
    },
    experimental_vcs: {},
    experimental_router: 'browser',
  },
};

/**
 * The site's configuration with Docusaurus' defaults, as `siteConfig` has it. For example, a site that sets only
 * `markdown.mermaid` gets `markdown.format: 'mdx'`, too. `future: { v4: true }` turns all of its flags on.
 */
export function completeSiteConfig(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...addDefaults(spreadFlags(config), defaults) };
}

/** Writes `true` in place of all flags of a group as Docusaurus does. */
function spreadFlags(config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { future } = config;
  if (typeof future !== 'object' || future === null) return config;
  const { experimental_faster: earlierName, ...settings } = future as Record<string, unknown>;
  const groups = { ...(earlierName === undefined ? {} : { faster: earlierName }), ...settings };
  const spreadGroup = (name: 'v4' | 'faster', value: unknown) =>
    typeof value === 'boolean'
      ? Object.fromEntries(Object.keys(defaults.future[name]).map((flag) => [flag, value]))
      : value;
  return {
    ...config,
    future: Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [
        name,
        name === 'v4' || name === 'faster' ? spreadGroup(name, value) : value,
      ]),
    ),
  };
}
