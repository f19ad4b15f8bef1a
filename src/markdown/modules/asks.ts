/** What code may ask of a page beyond the plain facts: carried to the browser only where some code does. */
export type Ask =
  | 'messages'
  | 'themeConfig'
  | 'customFields'
  | 'original'
  | 'docs'
  | 'document'
  /** The whole sidebar around the page. */
  | 'sidebar'
  /** The part of the sidebar in which the page stands. */
  | 'siblings'
  /** All sidebars of the version. */
  | 'sidebars';

/** By words, as it is found what lives: a false find costs bytes, a missed one an answer. */
const words: Readonly<Record<Ask, RegExp>> = {
  messages: /\b(?:[Tt]ranslate|codeTranslations|Interpolate)\b/,
  themeConfig: /\b(?:themeConfig|useThemeConfig)\b/,
  customFields: /\bcustomFields\b/,
  original: /\bsiteConfig\b[\s\S]*\b(?:presets|plugins|themes|headTags|scripts|stylesheets|favicon|future)\b/,
  docs: /\b(?:globalData|useGlobalData|usePluginData|useAllPluginInstancesData|useAllDocsData|useDocsData|useVersions|useLatestVersion|useActive\w+|useDocVersionSuggestions|useDocsVersionCandidates|useDocsPreferredVersion|useDocById|useLayoutDoc\w*)\b|\buseDocsVersion\b[\s\S]*(?:\.\s*docs\b|[{,]\s*docs\b|\bJSON\b|\bObject\b|\.{3})/,
  document: /\b(?:useDoc|useBlogPost|useFrontMatter|frontMatter)\b/,
  sidebar: /\b(?:useDocsSidebar|useSidebarBreadcrumbs|useBreadcrumbsStructuredData|useDocRootMetadata)\b/,
  siblings: /\b(?:DocCardList|DocCard|useCurrentSidebar\w+)\b/,
  sidebars: /\bdocsSidebars\b|\buseDocsVersion\b[\s\S]*(?:\bJSON\b|\bObject\b|\.{3})/,
};

export function asksOf(code: string): Ask[] {
  // Every key of the table is one.
  return (Object.keys(words) as Ask[]).filter((ask) => words[ask].test(code));
}
