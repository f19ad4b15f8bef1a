import { SEARCH_PATH } from '../../model/urls.ts';
import { addSlashes, type ConfigNotes, removeUndefined, type Settings, toSettings } from '../config-notes.ts';
import { joinRedirects } from '../plugins/client-redirects/plugin.ts';
import { joinOpenApi } from '../plugins/open-api/plugin.ts';
import { readTsconfigAliases } from './import-aliases.ts';
import { collectPluginEffects } from './own-plugins.ts';
import { readPlugins } from './read-plugins.ts';
import { readBlogGrouping, readThemeConfig } from './read-theme-config.ts';

/** Keys with the same name and meaning in both configurations. */
const sharedKeys = [
  'tagline',
  'url',
  'trailingSlash',
  'titleDelimiter',
  'favicon',
  'organizationName',
  'projectName',
  'staticDirectories',
  'customFields',
  'themeConfig',
];
const usedKeys = [
  ...sharedKeys,
  'title',
  'baseUrl',
  'onBrokenLinks',
  'onBrokenAnchors',
  'onBrokenMarkdownLinks',
  'onDuplicateRoutes',
  'i18n',
  'markdown',
  'presets',
  'plugins',
  'themes',
];
const foreignCode = 'pages load nothing from other servers, so no third party learns who reads what';
const unusedKeys = {
  noIndex: '',
  baseUrlIssueBanner: '',
  deploymentBranch: '',
  githubHost: '',
  githubPort: '',
  future: '',
  storage: '',
  webpack: 'components are bundled by Vite',
  ssrTemplate: 'the engine has its own page template',
  headTags: 'the engine writes the head of each page, and search engines have no access',
  scripts:
    "pages run no scripts except the site's components, and load nothing from other servers; move what readers need into a component",
  stylesheets: `${foreignCode}; copy what you need into the site's own style sheets`,
  clientModules: 'no code of the site runs on every page; move what a page needs into a component',
};

/** Converts a Docusaurus configuration to ours, with Docusaurus' defaults. The result isn't validated yet. */
export async function readDocusaurusConfig(
  source: unknown,
  { siteDir, file }: { siteDir: string; file: string },
  { notes, loadsPluginData }: { notes: ConfigNotes; loadsPluginData: boolean },
): Promise<Settings> {
  const config = notes.pick(source, '', usedKeys, unusedKeys);
  const site = { siteDir, siteConfig: toSettings(source), file };
  const plugins = await readPlugins(config, notes, site);
  const theme = readThemeConfig(config.themeConfig, notes);
  const blogSidebarGroupByYear = readBlogGrouping(config.themeConfig, notes);
  const markdown = readMarkdown(config, notes);
  const languages = notes.pick(config.i18n, 'i18n', ['defaultLocale', 'locales', 'path', 'localeConfigs']);
  const effects = await collectPluginEffects(plugins.calledPlugins, site, {
    notes,
    loadsData: loadsPluginData,
  });
  const { title, baseUrl } = config;
  return removeUndefined({
    ...Object.fromEntries(sharedKeys.map((key) => [key, config[key]])),
    name: title,
    url: toSettings(toSettings(languages.localeConfigs)[String(languages.defaultLocale)]).url ?? config.url,
    brand: toSettings(config.customFields).brand,
    baseUrl: typeof baseUrl === 'string' ? addSlashes(baseUrl) : baseUrl,
    original: toSettings(source),
    i18n: { docusaurusTexts: true, ...languages },
    broken: { unknownFrontMatter: 'ignore', ...markdown.broken },
    markdownFormat: markdown.format,
    markdown: markdown.reading,
    docs: plugins.docs,
    blogs: plugins.blogs.map((blog) => ({ ...blog, blogSidebarGroupByYear })),
    pages: plugins.pages,
    openApi: removeUndefined({ ...joinOpenApi(plugins), tryIt: toSettings(config.customFields).tryIt }),
    redirects: joinRedirects([...plugins.redirects, redirectSearchPage(config.themeConfig)]),
    styles: plugins.styles,
    infima: true,
    preprocessors: plugins.preprocessors,
    configuresPostCss: effects.configuresPostCss,
    pluginData: effects.pluginData,
    localizedPluginData: effects.localizedPluginData,
    pluginPages: effects.pluginPages,
    localizedPluginPages: effects.localizedPluginPages,
    pluginMessages: effects.pluginMessages,
    aliases: { ...readTsconfigAliases(siteDir), ...effects.aliases },
    ...theme,
    code: { ...toSettings(theme.code), live: plugins.live, mermaid: plugins.mermaid && markdown.mermaid },
  });
}

/** Leads from the search page of `theme-search-algolia`, whose address is an option, to the one here. */
function redirectSearchPage(themeConfig: unknown): Settings {
  const { searchPagePath } = toSettings(toSettings(themeConfig).algolia);
  if (typeof searchPagePath !== 'string') return {};
  const from = `/${searchPagePath}`.replace(/^\/{2,}/, '/').replace(/(?<=.)\/$/, '');
  return from === '/' || from === SEARCH_PATH ? {} : { list: [{ from, to: SEARCH_PATH }] };
}

function readMarkdown(config: Settings, notes: ConfigNotes) {
  const readingKeys = ['preprocessor', 'remarkRehypeOptions', 'emoji'];
  const usedKeys = ['format', 'mermaid', 'hooks', 'anchors', ...readingKeys];
  const markdown = notes.pick(config.markdown, 'markdown', usedKeys, {
    mdx1Compat: '',
    parseFrontMatter: 'front matter is read as YAML; write into the documents what the function adds',
  });
  if (toSettings(config.markdown).parseFrontMatter)
    notes.addProblem(
      'warning',
      'markdown.parseFrontMatter',
      "markdown.parseFrontMatter isn't run: front matter is read as YAML. Write into the documents what the function adds.",
    );
  const hooks = notes.pick(markdown.hooks, 'markdown.hooks', [
    'onBrokenMarkdownLinks',
    'onBrokenMarkdownImages',
  ]);
  const readSeverity = (key: string, value: unknown) => {
    if (typeof value !== 'function') return value;
    notes.addProblem(
      'warning',
      key,
      `${key} is a function, which isn't called. Its problems are reported as warnings. Write 'throw', 'warn', 'log' or 'ignore' instead.`,
    );
    return 'warn';
  };
  const { onBrokenMarkdownLinks, onBrokenMarkdownImages } = hooks;
  return {
    mermaid: markdown.mermaid === true,
    format: markdown.format,
    reading: {
      ...Object.fromEntries(readingKeys.map((key) => [key, markdown[key]])),
      anchors: removeUndefined(notes.pick(markdown.anchors, 'markdown.anchors', ['maintainCase'])),
    },
    broken: {
      links: config.onBrokenLinks ?? 'throw',
      anchors: config.onBrokenAnchors ?? 'warn',
      markdownLinks:
        config.onBrokenMarkdownLinks ??
        readSeverity('markdown.hooks.onBrokenMarkdownLinks', onBrokenMarkdownLinks ?? 'warn'),
      markdownImages: readSeverity(
        'markdown.hooks.onBrokenMarkdownImages',
        onBrokenMarkdownImages ?? 'throw',
      ),
      duplicateRoutes: config.onDuplicateRoutes ?? 'warn',
    },
  };
}
