import { classicTheme } from './classic-theme/plugin.ts';
import { clientRedirects } from './client-redirects/plugin.ts';
import { contentBlog } from './content-blog/plugin.ts';
import { contentDocs } from './content-docs/plugin.ts';
import { contentPages } from './content-pages/plugin.ts';
import { idealImage } from './ideal-image/plugin.ts';
import { liveCodeblock } from './live-codeblock/plugin.ts';
import { mermaidPlugin } from './mermaid/plugin.ts';
import { openApi } from './open-api/plugin.ts';
import type { KnownPackage, KnownPackages } from './plugin.ts';
import { preprocessors } from './preprocessors/plugin.ts';
import { stylePlugin } from './style-plugins/plugin.ts';

const leftOut = (why: string): KnownPackage => ({ verdict: 'left-out', why });
const nothingToDo = (why: string): KnownPackage => ({ verdict: 'nothing-to-do', why });

const analytics =
  'it reports readers to a third party; searches and page views are counted here, and nothing leaves the server';
const ownSearch = 'search is built in and shows only what the reader may see';

/**
 * Every plugin and theme of Docusaurus that is supported, or refused by name. The report, the reader of configurations
 * and a page of the documentation are made from this table.
 */
export const knownPackages: KnownPackages = {
  ...contentDocs,
  ...contentBlog,
  ...contentPages,
  ...clientRedirects,
  ...classicTheme,
  ...mermaidPlugin,
  ...liveCodeblock,
  ...openApi,
  ...preprocessors,
  ...idealImage,
  '@docusaurus/plugin-svgr': nothingToDo('SVG files can be imported as components'),
  '@docusaurus/plugin-debug': nothingToDo('its pages are for developing Docusaurus'),
  '@docusaurus/plugin-css-cascade-layers': nothingToDo(
    'the style sheets of the site come after those of the engine',
  ),
  '@docusaurus/plugin-rsdoctor': nothingToDo("it examines a bundler that the engine doesn't use"),
  '@docusaurus/plugin-sitemap': leftOut(
    'a sitemap is created for public pages that search engines may list (publicPages)',
  ),
  '@docusaurus/plugin-pwa': leftOut('a copy of the pages would stay on the device after signing out'),
  '@docusaurus/plugin-google-analytics': leftOut(analytics),
  '@docusaurus/plugin-google-gtag': leftOut(analytics),
  '@docusaurus/plugin-google-tag-manager': leftOut(analytics),
  '@docusaurus/plugin-vercel-analytics': leftOut(analytics),
  '@docusaurus/theme-search-algolia': leftOut(ownSearch),
};

/** Packages that are recognised by a word in their names, if the table above doesn't have them. The first match counts. */
export const knownWords: readonly { words: readonly string[]; knownPackage: KnownPackage }[] = [
  { words: ['tailwind', 'postcss'], knownPackage: stylePlugin },
  {
    words: ['search', 'lunr', 'docsearch', 'typesense', 'meilisearch', 'pagefind'],
    knownPackage: leftOut(ownSearch),
  },
  {
    words: [
      'analytics',
      'gtag',
      'matomo',
      'plausible',
      'posthog',
      'hotjar',
      'clarity',
      'segment',
      'umami',
      'goatcounter',
    ],
    knownPackage: leftOut(analytics),
  },
  {
    words: ['llms'],
    knownPackage: leftOut('/llms.txt and Markdown copies are built in and respect what the reader may see'),
  },
  { words: ['zoom'], knownPackage: leftOut('a link opens an image in full size') },
];

/** Finds out how to read a plugin or theme. Undefined if the package is unknown. */
export function findKnownPackage(name: string): KnownPackage | undefined {
  return (
    knownPackages[name] ??
    knownWords.find(({ words }) => words.some((word) => name.includes(word)))?.knownPackage
  );
}

/**
 * Resolves the name of a plugin, theme or preset to a package, as Docusaurus does: `content-docs` is short for a package
 * of Docusaurus, `sass` for `docusaurus-plugin-sass`, and `require.resolve` returns a path in `node_modules`. A path of the site's own code stays as it is.
 */
export function resolvePackageName(name: string, type: 'plugin' | 'theme' | 'preset'): string {
  const installedName = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(name)?.[1];
  if (installedName !== undefined) return installedName.replaceAll('\\', '/');
  const candidates = [
    name,
    `@docusaurus/${type}-${name.replace(/^@docusaurus\//, '')}`,
    `docusaurus-${type}-${name}`,
    name.replace(/^(@[^/]+)\/(?=.)/, `$1/docusaurus-${type}-`),
  ];
  return (
    candidates.find(
      (candidate) => candidate in knownPackages || candidate === '@docusaurus/preset-classic',
    ) ?? name
  );
}
