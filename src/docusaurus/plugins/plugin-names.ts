/** How a plugin or theme is read, or why it is left out, by the name of its package. */
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
  'it reports readers to a third party; searches and page views are counted here, and nothing leaves the server';
const ownSearch = 'search is built in and shows only what the reader may see';

const knownPackages: Readonly<Record<string, KnownPackage>> = {
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
  '@docusaurus/plugin-ideal-image': { kind: 'changed', why: 'images are shown in one size, as they are' },
  'docusaurus-plugin-sass': { kind: 'preprocessor' },
  'docusaurus-plugin-less': { kind: 'preprocessor' },
  '@docusaurus/plugin-sitemap': {
    kind: 'left-out',
    why: 'a sitemap is created for public pages that search engines may list (publicPages)',
  },
  '@docusaurus/plugin-pwa': {
    kind: 'left-out',
    why: 'a copy of the pages would stay on the device after signing out',
  },
  '@docusaurus/plugin-google-analytics': { kind: 'left-out', why: analytics },
  '@docusaurus/plugin-google-gtag': { kind: 'left-out', why: analytics },
  '@docusaurus/plugin-google-tag-manager': { kind: 'left-out', why: analytics },
  '@docusaurus/plugin-vercel-analytics': { kind: 'left-out', why: analytics },
  '@docusaurus/theme-search-algolia': { kind: 'left-out', why: ownSearch },
};

const reasonsByPattern: readonly [RegExp, string][] = [
  [/search|lunr|docsearch|typesense|meilisearch|pagefind/, ownSearch],
  [/analytics|gtag|matomo|plausible|posthog|hotjar|clarity|segment|umami|goatcounter/, analytics],
  [/llms/, '/llms.txt and Markdown copies are built in and respect what the reader may see'],
  [/zoom/, 'a link opens an image in full size'],
];

/** Finds out how to read a plugin or theme. Undefined if the package is unknown. */
export function findKnownPackage(name: string): KnownPackage | undefined {
  const knownPackage = knownPackages[name];
  if (knownPackage) return knownPackage;
  // Only their `configurePostCss` matters, which the build calls.
  if (/tailwind|postcss/.test(name)) return { kind: 'configures-styles' };
  const why = reasonsByPattern.find(([pattern]) => pattern.test(name))?.[1];
  return why === undefined ? undefined : { kind: 'left-out', why };
}

/**
 * Resolves the name of a plugin, theme or preset to a package, as Docusaurus does: `content-docs` is short for a package
 * of Docusaurus, and `require.resolve` returns a path in `node_modules`. A path of the site's own code stays as it is.
 */
export function resolvePackageName(name: string, type: 'plugin' | 'theme' | 'preset'): string {
  const installedName = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(name)?.[1];
  if (installedName !== undefined) return installedName.replaceAll('\\', '/');
  const docusaurusName = `@docusaurus/${type}-${name.replace(/^@docusaurus\//, '')}`;
  return docusaurusName in knownPackages || docusaurusName === '@docusaurus/preset-classic'
    ? docusaurusName
    : name;
}
