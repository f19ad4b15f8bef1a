/**
 * Meanings of the keys of `site.config.ts`, by their paths in the schema. Types, allowed values and defaults come from the
 * schema; `configuration-page.ts` fails when a key of the schema isn't described here, or the other way round.
 */
export interface KeyGroup {
  title: string;
  about: string;
  keys: Readonly<Record<string, string>>;
}

const describeArticles = (of: string, prefix: string): Record<string, string> => ({
  [`${prefix}.id`]: `Names the ${of} where a site has several.`,
  [`${prefix}.include`]: 'Files to read, as patterns below `path`.',
  [`${prefix}.exclude`]: 'Files to leave out, as patterns.',
  [`${prefix}.editUrl`]:
    'Adds “Edit this page” to each page: an address to which the path of the file is added, or a function that returns the address.',
  [`${prefix}.editLocalizedFiles`]: 'The edit link of a translated page opens the translation.',
  [`${prefix}.tags`]: 'File that declares tags, in the content folder; `false` for none.',
  [`${prefix}.tagsBasePath`]: 'Address of the pages that list tags.',
  [`${prefix}.onInlineTags`]: 'Treatment of tags that the tags file doesn’t declare.',
  [`${prefix}.audience`]: 'Readers who may open it, unless something inside says otherwise.',
  [`${prefix}.admonitions.keywords`]: 'Names of admonitions that you add.',
  [`${prefix}.admonitions.extendDefaults`]:
    'Your names are added to the default ones; `false` replaces them.',
  [`${prefix}.remarkPlugins`]: 'Plugins of remark, which change the Markdown tree.',
  [`${prefix}.rehypePlugins`]: 'Plugins of rehype, which change the HTML tree.',
  [`${prefix}.beforeDefaultRemarkPlugins`]: 'Plugins of remark that run before the engine’s own steps.',
  [`${prefix}.beforeDefaultRehypePlugins`]: 'Plugins of rehype that run before the engine’s own steps.',
});

const describeLogo = (of: string): Record<string, string> => ({
  [`${of}.logo.src`]: 'Picture in a static folder.',
  [`${of}.logo.srcDark`]: 'Picture for the dark theme.',
  [`${of}.logo.alt`]: 'Text for readers who don’t see the picture.',
  [`${of}.logo.href`]: 'Where the picture leads.',
  [`${of}.logo.target`]: '`target` of that link.',
  [`${of}.logo.width`]: 'Width of the picture.',
  [`${of}.logo.height`]: 'Height of the picture.',
  [`${of}.logo.className`]: 'Class of the picture, for your style sheet.',
  [`${of}.logo.style`]: 'CSS declarations for the picture, such as `border-radius: 4px`.',
});

const describeCodeColors = (theme: string): Record<string, string> => {
  const prefix = `code.theme.${theme}`;
  return {
    [`${prefix}.background`]: `Background of code blocks in the ${theme} theme of the page.`,
    [`${prefix}.dark`]: 'The background is dark, so text on it is light.',
    ...Object.fromEntries(
      ['text', 'keyword', 'string', 'comment', 'function', 'constant', 'parameter', 'punctuation'].map(
        (token) => [
          `${prefix}.${token}`,
          `Colour of ${token === 'text' ? 'plain text' : `${token} tokens`}.`,
        ],
      ),
    ),
  };
};

export const configurationKeys: readonly KeyGroup[] = [
  {
    title: 'Site',
    about: 'Name and address of the site, and the files that belong to it.',
    keys: {
      name: 'Name of the product or the site: navbar, page titles, sign-in page, mail.',
      tagline: 'One line below the name on the home page, and its description.',
      baseUrl: 'Path of the site on its host. It starts and ends with a slash.',
      trailingSlash:
        'Whether addresses end with a slash. Without it, addresses are those that Docusaurus makes.',
      titleDelimiter: 'Character between the title of a page and the name of the site.',
      favicon: 'Icon of the browser tab, in a static folder. The default is `theme/icon.svg`.',
      staticDirectories: 'Folders of files that are served unchanged. The first folder that has a file wins.',
      editUrl: 'Adds “Edit this page” to each document: the address to which the path of the file is added.',
      linkedFolders:
        'Folders outside the site folder and its Git repository whose files pages may show, such as `../../brand/pictures`. Links to other files outside are errors.',
      url: 'Where the site was published before, for canonical addresses in your own components. Set `BASE_URL` to say where it is served.',
      organizationName: 'For your own components: `useDocusaurusContext().siteConfig.organizationName`.',
      projectName: 'For your own components: `useDocusaurusContext().siteConfig.projectName`.',
      customFields: 'Your own data for your components: `siteConfig.customFields`.',
    },
  },
  {
    title: 'Brand',
    about:
      'Colour, logo and font without a style sheet: see [Give the site your look](../owners/9-brand.md).',
    keys: {
      'brand.color':
        'Colour of links, buttons and focus, in any notation of CSS. The shades of both themes are derived, so that text in them can be read. An object has a shade for each theme instead.',
      'brand.color.light': 'Shade for the light theme. A shade that can’t be read stops the build.',
      'brand.color.dark': 'Shade for the dark theme.',
      'brand.logo':
        'Picture in a static folder, for navbar, sign-in pages, mails and the title page of a PDF. An object has one for each theme instead.',
      'brand.logo.light': 'Picture for the light theme.',
      'brand.logo.dark': 'Picture for the dark theme.',
      'brand.font':
        'Font file in a static folder, such as `/fonts/inter.woff2`, or names of fonts that readers have: `Georgia, serif`.',
    },
  },
  {
    title: 'Look',
    about: 'Bars, colours and words around the article.',
    keys: {
      'navbar.title':
        'Text beside the logo. The default is the name of the site; an empty text shows the logo alone.',
      ...describeLogo('navbar'),
      'navbar.style': 'Colour of the bar.',
      'navbar.items': 'Links and menus in the bar: see [Items of the navbar](#items-of-the-navbar).',
      'footer.style': 'Colour of the footer.',
      ...describeLogo('footer'),
      'footer.columns[].title': 'Heading of the column. A column without a heading is a row of links.',
      'footer.columns[].className': 'Class of the column.',
      'footer.columns[].items': 'Links: `label` with `to` or `href`, or `html`.',
      'footer.copyright': 'Last line of the footer, as HTML.',
      'announcement.id': 'Name of the announcement. A reader who closes it doesn’t see this id again.',
      'announcement.html': 'Text above the navbar, as HTML.',
      'announcement.closeable': 'Readers can close it.',
      'announcement.backgroundColor': 'Colour behind the text.',
      'announcement.textColor': 'Colour of the text.',
      styles:
        'Style sheets of the site folder. They come after the engine’s own and may use its custom properties, such as `--accent`.',
      defaultTheme: 'Theme before the reader chooses one, if `respectPrefersColorScheme` is `false`.',
      respectPrefersColorScheme: 'Start with the theme of the reader’s system.',
      disableThemeSwitch: 'Readers can’t change the theme.',
      'sidebar.hideable': 'Readers can hide the sidebar.',
      'sidebar.autoCollapseCategories': 'Opening a category closes the others.',
      'tableOfContents.minHeadingLevel': 'Highest level of headings in the table of contents.',
      'tableOfContents.maxHeadingLevel': 'Lowest level of headings in the table of contents.',
      texts: 'Your own words for texts of the interface, by their names.',
    },
  },
  {
    title: 'Who may read',
    about: 'See [Show pages to some readers only](../owners/2-audiences.md).',
    keys: {
      'groups[].name': 'Name of the group, as pages and accounts use it.',
      'groups[].label': 'Name that administrators see.',
      'groups[].description': 'Purpose of the group.',
      'groups[].claims':
        'Values of `OIDC_GROUPS_CLAIM` that put an account into the group. The default is its name.',
      'audiences[].files':
        'Files of the site folder, as patterns such as `docs/partners/**`. The first entry that fits counts.',
      'audiences[].audience': 'Readers who may open them.',
      publicPages: 'Allows pages to be `public`. While it is off, a page that says so is an error.',
      'publicPages.indexed': 'Search engines may list the public pages.',
      'publicPages.pictures':
        'The build draws a picture of each public page, with logo, title and colour, for links to it on other sites. It needs two packages: see [Give the site your look](../owners/9-brand.md#pictures-for-shared-links).',
      connect:
        'Origins of other servers that your live parts may call from the reader’s browser, such as `https://api.example.com`.',
    },
  },
  {
    title: 'Documents',
    about:
      'Each entry of `docs` is a documentation: a folder of documents with its versions. Names and defaults are those of Docusaurus.',
    keys: {
      'docs[].path': 'Folder of the documents.',
      'docs[].routeBasePath': 'Address below which they are served.',
      'docs[].sidebarPath':
        'File of the sidebars; `false` for no sidebar; `null` to make one from the folders. Without it, `sidebars.*` is used if there is one.',
      'docs[].sidebarCollapsible': 'Readers can close categories.',
      'docs[].sidebarCollapsed': 'Categories start closed.',
      'docs[].numberPrefixParser':
        'Treat numbers before file names as positions: `01-start.md` is `start`. A function reads them in your own way.',
      'docs[].sidebarItemsGenerator':
        'A function that returns the items of generated sidebars, with the arguments of Docusaurus.',
      'docs[].showLastUpdateTime': 'Pages say when they were last changed.',
      'docs[].showLastUpdateAuthor':
        'Pages say who changed them last. Without it, only pages whose front matter names someone.',
      'docs[].breadcrumbs': 'Show the path of categories above the title.',
      'docs[].disableVersioning': 'Read the current version only.',
      'docs[].includeCurrentVersion': 'Publish the version in `path`.',
      'docs[].lastVersion': 'The version that the short address leads to.',
      'docs[].onlyIncludeVersions': 'Publish these versions only.',
      'docs[].showSingleVersion': 'Name the version even if there is only one.',
      'docs[].editCurrentVersion': 'Edit links of old versions open the current one.',
      'docs[].versions.<name>.label': 'Name that readers see.',
      'docs[].versions.<name>.path': 'Address of the version.',
      'docs[].versions.<name>.banner': 'Note above each page of the version.',
      'docs[].versions.<name>.badge': 'Show the name of the version on its pages.',
      'docs[].versions.<name>.className': 'Class of its pages.',
      'docs[].versions.<name>.noIndex': 'Ask search engines to leave the version out.',
      'docs[].versions.<name>.audience': 'Readers who may open the version.',
      ...describeArticles('documentation', 'docs[]'),
      markdownFormat:
        '`mdx`: every document is MDX; `md`: CommonMark; `detect`: as the file name ends. `MARKDOWN_FORMAT` overrides it, and front matter overrides both.',
      'markdown.preprocessor':
        'Changes the text of each Markdown file before it is compiled: gets `{ filePath, fileContent }`, returns the text. Titles, descriptions and front matter are read from the file as it is.',
      'markdown.remarkRehypeOptions':
        'Options of `remark-rehype`, which turns Markdown into HTML, such as `footnoteLabel` and `handlers`.',
      'markdown.anchors.maintainCase': 'Ids of headings keep their capital letters.',
      'markdown.emoji': 'Names such as `:wave:` become emoji.',
    },
  },
  {
    title: 'Broken links and redirects',
    about:
      '`ignore`, `log` and `warn` let a build pass; `throw` fails it. `BROKEN_LINKS` overrides the kinds of links.',
    keys: {
      'broken.links': 'Links to addresses that don’t exist. The default is an error.',
      'broken.anchors': 'Links to headings that don’t exist.',
      'broken.markdownLinks': 'Links to Markdown files that don’t exist.',
      'broken.markdownImages': 'Pictures that don’t exist.',
      'broken.duplicateRoutes': 'Two pages with the same address.',
      'broken.unknownFrontMatter': 'Unknown keys in front matter.',
      'redirects.list[].from': 'Old address, or a list of them.',
      'redirects.list[].to': 'New address.',
      'redirects.create': 'A function that returns the old addresses of a page.',
      'redirects.fromExtensions': 'Endings that redirect to the address without them, such as `html`.',
      'redirects.toExtensions': 'Addresses without an ending redirect to those with one.',
    },
  },
  {
    title: 'Code blocks',
    about: '',
    keys: {
      'code.defaultLanguage': 'Language of fences that name none.',
      'code.magicComments[].className': 'Class of the marked lines.',
      'code.magicComments[].line': 'Comment that marks the next line.',
      'code.magicComments[].block.start': 'Comment that starts a marked block.',
      'code.magicComments[].block.end': 'Comment that ends it.',
      'code.live': 'Run fences marked `live` in the browser.',
      'code.livePosition': 'Where the result of live code is shown.',
      'code.mermaid': 'Draw `mermaid` fences.',
      ...describeCodeColors('light'),
      ...describeCodeColors('dark'),
    },
  },
  {
    title: 'Search',
    about: 'See [Help readers find pages](../authors/5-search-words.md).',
    keys: {
      'search.resultsPerGroup': 'Results that the search dialog shows per section.',
      'search.synonyms':
        'Words that mean the same: `delete, remove, erase`. With `=>` only one way: `boss => manager` finds “manager” for “boss”.',
    },
  },
  {
    title: 'Modules of the site',
    about: 'See [Use your own components](../developers/1-components.md).',
    keys: {
      sections:
        'Module whose default export is `defineSections({ … })`: components that write Markdown from your data.',
      features:
        'Features that the server and the build load: modules of the site folder, or packages. Their default export is `defineFeature({ … })`. Write the key in `site.config.ts` itself.',
      checks: 'Module whose default export is `defineChecks(…)`: your own rules for `gatehouse check`.',
    },
  },
  {
    title: 'Blogs',
    about: 'Each entry of `blogs` is a blog. There is none by default.',
    keys: {
      'blogs[].path': 'Folder of the posts.',
      'blogs[].routeBasePath': 'Address below which they are served.',
      'blogs[].changelog':
        'Changelog whose releases are posts of this blog, such as `../CHANGELOG.md`: see [Publish a changelog](../authors/9-changelog.md).',
      'blogs[].blogTitle': 'Title of the blog.',
      'blogs[].blogDescription': 'Description of the blog.',
      'blogs[].blogSidebarTitle': 'Heading of the list beside posts.',
      'blogs[].blogSidebarCount': 'Posts in that list.',
      'blogs[].blogSidebarGroupByYear': 'Whether that list has a group for each year.',
      'blogs[].postsPerPage': 'Posts on a page of the list.',
      'blogs[].showReadingTime': 'Posts say how long they take to read.',
      'blogs[].readingTime': 'A function that returns the reading time in minutes.',
      'blogs[].pageBasePath': 'Address of further pages of the list.',
      'blogs[].archiveBasePath': 'Address of the archive; `null` for none.',
      'blogs[].authorsBasePath': 'Address of the pages of authors.',
      'blogs[].authorsMapPath': 'File that declares authors.',
      'blogs[].onInlineAuthors': 'Treatment of authors that the file doesn’t declare.',
      'blogs[].onUntruncatedBlogPosts': 'Treatment of posts that have no excerpt.',
      'blogs[].truncateMarker': 'Ends the excerpt. The default is the comment `truncate`.',
      'blogs[].sortPosts': 'Order of posts.',
      'blogs[].showLastUpdateTime': 'Posts say when they were last changed.',
      'blogs[].showLastUpdateAuthor': 'Posts say who changed them last.',
      'blogs[].feedTypes': 'Feeds to write. Only signed-in readers can fetch them.',
      'blogs[].feedCopyright': 'Copyright line of the feeds.',
      'blogs[].feedTitle': 'Title of the feeds.',
      'blogs[].feedDescription': 'Description of the feeds.',
      'blogs[].feedLanguage': 'Language of the feeds, as a BCP 47 tag.',
      'blogs[].feedLimit': 'Latest posts in a feed.',
      ...describeArticles('blog', 'blogs[]'),
    },
  },
  {
    title: 'Stand-alone pages',
    about: 'Pages outside the documentation. `pages: false` turns them off.',
    keys: {
      'pages.path': 'Folder of the pages.',
      'pages.routeBasePath': 'Address below which they are served.',
      'pages.audience': 'Readers who may open them, unless a page says otherwise.',
      'pages.include': 'Files to read, as patterns.',
      'pages.exclude': 'Files to leave out, as patterns.',
      'pages.admonitions.keywords': 'Names of admonitions that you add.',
      'pages.admonitions.extendDefaults': 'Your names are added to the default ones; `false` replaces them.',
      'pages.remarkPlugins': 'Plugins of remark.',
      'pages.rehypePlugins': 'Plugins of rehype.',
      'pages.beforeDefaultRemarkPlugins': 'Plugins of remark that run before the engine’s own steps.',
      'pages.beforeDefaultRehypePlugins': 'Plugins of rehype that run before the engine’s own steps.',
    },
  },
  {
    title: 'Languages',
    about: 'See [Publish versions and languages](../authors/6-versions-and-languages.md).',
    keys: {
      'i18n.defaultLocale': 'Language of the site.',
      'i18n.locales': 'All languages, as tags such as `pt-BR`.',
      'i18n.path': 'Folder of the translations.',
      'i18n.localeConfigs.<name>.label': 'Name of the language in menus.',
      'i18n.localeConfigs.<name>.htmlLang': 'Value of `lang` in its pages.',
      'i18n.localeConfigs.<name>.direction': 'Direction of writing.',
      'i18n.localeConfigs.<name>.calendar': 'Calendar of dates.',
      'i18n.localeConfigs.<name>.path': 'Folder of this language in `path`.',
      'i18n.localeConfigs.<name>.translate': 'Read the translations of this language.',
      'i18n.localeConfigs.<name>.baseUrl':
        'Address of the language. The default is `baseUrl` and the name of the language.',
      'i18n.localeConfigs.<name>.url':
        'Host of the language in Docusaurus. One server serves all languages, so the language is at `baseUrl` of this site.',
      'i18n.docusaurusTexts': 'Use the texts of Docusaurus’ theme in the default language too.',
    },
  },
  {
    title: 'OpenAPI files',
    about: 'Turn OpenAPI files of the site folder into pages.',
    keys: {
      'openApi.pageSets[].specPath': 'OpenAPI file, or a folder of them.',
      'openApi.pageSets[].outputDir': 'Folder for a page per operation. Pages that exist there are used.',
      'openApi.pageSets[].docsPath': 'Folder of the documentation that the pages belong to.',
      'openApi.pageSets[].label': 'Name of the set.',
      'openApi.pageSets[].showSchemas': 'Also write a page per schema.',
      'openApi.pageSets[].showInfoPage': 'Also write a page about the API.',
      'openApi.pageSets[].schemasOnly': 'Write pages of schemas only.',
      'openApi.pageSets[].sidebarOptions.groupPathsBy': 'Makes a sidebar with these groups.',
      'openApi.pageSets[].sidebarOptions.categoryLinkSource': 'Page that a category of the sidebar leads to.',
      'openApi.pageSets[].sidebarOptions.sidebarCollapsible': 'Readers can close its categories.',
      'openApi.pageSets[].sidebarOptions.sidebarCollapsed': 'Its categories start closed.',
      'openApi.pageSets[].sidebarOptions.customProps': 'Your own data for its items.',
      'openApi.documents[].id': 'Names the file for `<ApiDocMdx id="…" />`.',
      'openApi.documents[].spec': 'OpenAPI file.',
      'openApi.documents[].route': 'Address of a page that shows all of it.',
      'openApi.folders[].path': 'Folder with files called `openapi.yaml` or `*.openapi.yaml` (or `.json`).',
      'openApi.folders[].routeBasePath': 'Address below which each gets a page.',
      'openApi.tryIt.servers':
        'Origins to which readers can send requests from the pages, such as `https://api.example.com`: see [Let readers try your API](../owners/12-try-it.md).',
    },
  },
  {
    title: 'Filled in for Docusaurus sites',
    about: 'A `docusaurus.config` sets these by itself. You rarely write them.',
    keys: {
      infima: 'Style sheets may use Docusaurus’ variables (`--ifm-…`) and class names.',
      configuresPostCss: 'Plugins of the `docusaurus.config` beside this file change how PostCSS works.',
      'pluginPages[].path': 'Address of a page that a plugin adds (`addRoute`), below the base path.',
      'pluginPages[].component': 'Module of the component that draws the page, such as `@site/src/Team`.',
      'pluginPages[].props': 'Data for the component.',
      pluginData: 'Data of plugins for your components (`usePluginData`), by name of the plugin and id.',
      localizedPluginData:
        '`pluginData` of each other language, by its name in `i18n.locales`. By default all languages have the same.',
      localizedPluginPages: '`pluginPages` of each other language in which plugins add other pages or data.',
      pluginMessages: 'Texts for `<Translate>` that plugins bring, by language and id.',
      localizedSettings:
        'Settings that other languages have with other values, by language: titles, menus, and options of documents and blogs.',
      preprocessors: 'Options of Sass and Less, by language.',
      original: 'Other keys of `docusaurus.config`, for your components.',
      themeConfig: '`siteConfig.themeConfig`, for your components.',
      aliases: 'Absolute paths of import names.',
    },
  },
];
