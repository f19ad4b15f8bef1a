/** Facts that code may ask for beyond the plain ones. They're sent to the browser only if some code does. */
export type Ask =
  | 'messages'
  | 'themeConfig'
  | 'customFields'
  | 'original'
  | 'docs'
  /** The recent posts of all blogs. */
  | 'blogs'
  /** All posts of all blogs. */
  | 'blogPosts'
  /** The Markdown of all posts. */
  | 'postContents'
  /** Titles for admonitions without a title. */
  | 'admonitionTitles'
  | 'document'
  /** The whole sidebar around the page. */
  | 'sidebar'
  /** The part of the sidebar around the page. */
  | 'siblings'
  /** All sidebars of the version. */
  | 'sidebars';

/** Recognizes asks by words in the code. A false match costs bytes, a missed one breaks a component. */
const askPatterns: Readonly<Record<Ask, RegExp>> = {
  messages: /\b(?:[Tt]ranslate|codeTranslations|Interpolate)\b/,
  themeConfig: /\b(?:themeConfig|useThemeConfig)\b/,
  customFields: /\bcustomFields\b/,
  original:
    /\b(?:siteConfig|docusaurus\.config)\b[\s\S]*\b(?:presets|plugins|themes|headTags|scripts|stylesheets|favicon|future|markdown|staticDirectories|storage|clientModules|noIndex|baseUrlIssueBanner|onBroken\w+|onDuplicateRoutes)\b/,
  docs: /\b(?:globalData|useGlobalData|usePluginData|useAllPluginInstancesData|useAllDocsData|useDocsData|useVersions|useLatestVersion|useActive\w+|useDocVersionSuggestions|useDocsVersionCandidates|useDocsPreferredVersion|useDocById|useLayoutDoc\w*|use\w*Contextual\w+)\b|\buseDocsVersion\b[\s\S]*(?:\.\s*docs\b|[{,]\s*docs\b|\bJSON\b|\bObject\b|\.{3})/,
  blogs: /\bblog-post-list-prop-|\barchive-[\da-f]{3}\b|\buseBlog(?:Post|Metadata)\b/,
  blogPosts: /\barchive-[\da-f]{3}\b|\buseBlogPost\b/,
  postContents: /\barchive-[\da-f]{3}\b[\s\S]*\bcontent\b/,
  admonitionTitles: /\bAdmonition\b/,
  document: /\b(?:useDoc|useBlogPost|useFrontMatter|frontMatter)\b/,
  sidebar: /\b(?:useDocsSidebar|useSidebarBreadcrumbs|useBreadcrumbsStructuredData|useDocRootMetadata)\b/,
  siblings: /\b(?:DocCardList|DocCard|useCurrentSidebar\w+)\b/,
  sidebars: /\bdocsSidebars\b|\buseDocsVersion\b[\s\S]*(?:\bJSON\b|\bObject\b|\.{3})/,
};

export function findAsks(code: string): Ask[] {
  // The keys of this table are the asks.
  return (Object.keys(askPatterns) as Ask[]).filter((ask) => askPatterns[ask].test(code));
}
