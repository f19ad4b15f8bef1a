/** What is known of a plugin or theme by its package: how it is read, or why it is left out. */
type KnownPackage =
  | {
      kind:
        | 'docs'
        | 'blog'
        | 'pages'
        | 'redirects'
        | 'classic-theme'
        | 'mermaid'
        | 'live-code'
        | 'configures-styles'
        | 'preprocessor'
        | 'openapi-docs'
        | 'redocusaurus'
        | 'redoc'
        | 'nothing-to-do';
    }
  | { kind: 'left-out' | 'changed'; why: string };

const analytics =
  'it reports readers to somebody else; the program counts what is searched for and asked, and nothing leaves the server';
const ownSearch = 'search is built in, within what the reader may see';

const packages: Readonly<Record<string, KnownPackage>> = {
  '@docusaurus/plugin-content-docs': { kind: 'docs' },
  '@docusaurus/plugin-content-blog': { kind: 'blog' },
  '@docusaurus/plugin-content-pages': { kind: 'pages' },
  '@docusaurus/plugin-client-redirects': { kind: 'redirects' },
  '@docusaurus/theme-classic': { kind: 'classic-theme' },
  '@docusaurus/theme-mermaid': { kind: 'mermaid' },
  '@docusaurus/theme-live-codeblock': { kind: 'live-code' },
  'docusaurus-plugin-openapi-docs': { kind: 'openapi-docs' },
  'docusaurus-theme-openapi-docs': { kind: 'nothing-to-do' },
  redocusaurus: { kind: 'redocusaurus' },
  'docusaurus-plugin-redoc': { kind: 'redoc' },
  'docusaurus-theme-redoc': { kind: 'nothing-to-do' },
  '@docusaurus/plugin-svgr': { kind: 'nothing-to-do' },
  '@docusaurus/plugin-debug': { kind: 'nothing-to-do' },
  '@docusaurus/plugin-css-cascade-layers': { kind: 'nothing-to-do' },
  '@docusaurus/plugin-rsdoctor': { kind: 'nothing-to-do' },
  '@docusaurus/plugin-ideal-image': { kind: 'changed', why: 'pictures are shown as they are, in one size' },
  'docusaurus-plugin-sass': { kind: 'preprocessor' },
  'docusaurus-plugin-less': { kind: 'preprocessor' },
  '@docusaurus/plugin-sitemap': {
    kind: 'left-out',
    why: 'where search engines may list public pages (publicPages), a sitemap of these is made anyway',
  },
  '@docusaurus/plugin-pwa': {
    kind: 'left-out',
    why: 'a copy of the pages on the device would outlive the sign-out',
  },
  '@docusaurus/plugin-google-analytics': { kind: 'left-out', why: analytics },
  '@docusaurus/plugin-google-gtag': { kind: 'left-out', why: analytics },
  '@docusaurus/plugin-google-tag-manager': { kind: 'left-out', why: analytics },
  '@docusaurus/plugin-vercel-analytics': { kind: 'left-out', why: analytics },
  '@docusaurus/theme-search-algolia': { kind: 'left-out', why: ownSearch },
};

const byWords: readonly [RegExp, string][] = [
  [/search|lunr|docsearch|typesense|meilisearch|pagefind/, ownSearch],
  [/analytics|gtag|matomo|plausible|posthog|hotjar|clarity|segment|umami|goatcounter/, analytics],
  [/llms/, '/llms.txt and Markdown copies are built in, for readers'],
  [/zoom/, 'pictures open in their own size by a link'],
];

/** What is known of it; `undefined`: nothing. */
export function knownPackage(name: string): KnownPackage | undefined {
  const known = packages[name];
  if (known) return known;
  // Of these only `configurePostCss` matters, which the build calls.
  if (/tailwind|postcss/.test(name)) return { kind: 'configures-styles' };
  const why = byWords.find(([words]) => words.test(name))?.[1];
  return why === undefined ? undefined : { kind: 'left-out', why };
}

/**
 * Name of the package of a plugin, a theme or a preset, as Docusaurus finds it: `content-docs` is one of its own,
 * `require.resolve` gives a path. A path of the site's own stays as it is.
 */
export function packageName(name: string, type: 'plugin' | 'theme' | 'preset'): string {
  const installed = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(name)?.[1];
  if (installed !== undefined) return installed.replaceAll('\\', '/');
  const own = `@docusaurus/${type}-${name.replace(/^@docusaurus\//, '')}`;
  return own in packages || own === '@docusaurus/preset-classic' ? own : name;
}
