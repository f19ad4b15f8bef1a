import { type ConfigNotes, defined, type Settings, settingsOf } from './config-notes.ts';
import { tsconfigAliases } from './import-aliases.ts';
import { pluginEffects } from './own-plugins.ts';
import { joinRedirects, PluginReading } from './read-plugins.ts';
import { readThemeConfig } from './read-theme-config.ts';

/** What is called the same here, and means the same. */
const same = [
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
const used = [
  ...same,
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
const foreignCode = 'a page runs and loads nothing but its own, so that nobody else reads along';
const unused = {
  noIndex: '',
  baseUrlIssueBanner: '',
  deploymentBranch: '',
  githubHost: '',
  githubPort: '',
  future: '',
  storage: '',
  webpack: 'components are bundled by Vite',
  ssrTemplate: 'pages have the frame of the program',
  headTags: 'the head of a page is made here, and search engines do not come in',
  scripts: foreignCode,
  stylesheets: `${foreignCode}; what is needed goes into the site's own style sheets`,
  clientModules: `${foreignCode}; a component does what a page needs`,
};

/** What a configuration of Docusaurus says, in our words, before it is validated. Its defaults are Docusaurus' own. */
export async function readDocusaurusConfig(
  source: unknown,
  siteDir: string,
  notes: ConfigNotes,
): Promise<Settings> {
  const config = notes.pick(source, '', used, unused);
  const plugins = new PluginReading(config, notes);
  const theme = readThemeConfig(config.themeConfig, notes);
  const markdown = readMarkdown(config, notes);
  const languages = notes.pick(config.i18n, 'i18n', ['defaultLocale', 'locales', 'path', 'localeConfigs']);
  const effects = await pluginEffects(plugins.own, settingsOf(source), siteDir, notes);
  const { title, baseUrl } = config;
  return defined({
    ...Object.fromEntries(same.map((key) => [key, config[key]])),
    name: title,
    baseUrl: typeof baseUrl === 'string' ? withSlashes(baseUrl) : baseUrl,
    original: settingsOf(source),
    i18n: { docusaurusTexts: true, ...languages },
    broken: { unknownFrontMatter: 'ignore', ...markdown.broken },
    markdownFormat: markdown.format,
    docs: plugins.docs,
    blogs: plugins.blogs,
    pages: plugins.pages,
    openApi: plugins.openApi.settings(plugins.docs),
    redirects: joinRedirects(plugins.redirects),
    styles: plugins.styles,
    infima: true,
    preprocessors: plugins.preprocessors,
    configuresPostCss: effects.configuresPostCss,
    aliases: { ...tsconfigAliases(siteDir), ...effects.aliases },
    ...theme,
    code: { ...settingsOf(theme.code), live: plugins.live, mermaid: plugins.mermaid && markdown.mermaid },
  });
}

function readMarkdown(config: Settings, notes: ConfigNotes) {
  const markdown = notes.pick(config.markdown, 'markdown', ['format', 'mermaid', 'hooks'], {
    mdx1Compat: '',
    emoji: '',
    anchors: 'ids of headings are in small letters',
    preprocessor: 'documents are read as they lie; change them once by what it does',
    parseFrontMatter: 'front matter is read as YAML; write what it adds into the documents',
    remarkRehypeOptions: 'Markdown becomes HTML in one way',
  });
  const hooks = notes.pick(markdown.hooks, 'markdown.hooks', [
    'onBrokenMarkdownLinks',
    'onBrokenMarkdownImages',
  ]);
  return {
    mermaid: markdown.mermaid === true,
    format: markdown.format,
    broken: {
      links: config.onBrokenLinks ?? 'throw',
      anchors: config.onBrokenAnchors ?? 'warn',
      markdownLinks: severity(config.onBrokenMarkdownLinks ?? hooks.onBrokenMarkdownLinks ?? 'warn'),
      markdownImages: severity(hooks.onBrokenMarkdownImages ?? 'throw'),
      duplicateRoutes: config.onDuplicateRoutes ?? 'warn',
    },
  };
}

/** A function decides there by itself; here it is told. */
function severity(value: unknown): unknown {
  return typeof value === 'function' ? 'warn' : value;
}

function withSlashes(baseUrl: string): string {
  return `/${baseUrl}/`.replace(/\/{2,}/g, '/');
}
