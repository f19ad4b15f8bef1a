import { closest, distance } from 'fastest-levenshtein';

/** A name with more letters changed is another one. */
const SIMILAR_MAX_DISTANCE = 3;

/** Why modules of Docusaurus aren't answered, and what to do instead, by what their names begin with. */
const reasons: readonly (readonly [names: string, reason: string])[] = [
  [
    'AnnouncementBar BlogLayout BlogSidebar ColorModeToggle DocRoot DocSidebar DocSidebarItem DocSidebarItems DocVersionRoot DocVersionSuggestions DocsRoot DocsVersionProvider Footer Layout Navbar NavbarItem',
    'Navbar, sidebars and footer are drawn around every page without it. Remove it, and change them in the configuration or the style sheet',
  ],
  [
    'Blog BlogArchivePage BlogListPage BlogPostItem BlogPostItems BlogPostPage BlogTagsListPage BlogTagsPostsPage DocCategoryGeneratedIndexPage DocItem DocPage DocTagDocListPage DocTagsListPage Error MDXPage NotFound SearchPage SearchTranslations',
    'Such pages are drawn without it. Remove it, or write a page of your own with `@theme/Layout`',
  ],
  [
    'CodeBlock LiveCodeBlock Playground',
    'Blocks of code get their lines, buttons and editor without it. Use `@theme/CodeBlock`, or a code block in Markdown',
  ],
  [
    'DocBreadcrumbs DocCard MDXComponents TOCCollapsible',
    'The part that contains it is drawn as a whole. Use that part, or write your own',
  ],
];

/** Whether a module is one of Docusaurus, in any way to import it. */
export function isDocusaurusModule(specifier: string): boolean {
  return /^@(?:theme|theme-original|theme-init|docusaurus)\//.test(specifier);
}

/**
 * Explains that a module of Docusaurus isn't answered. `answeredNames` are those that are, of which a similar one is
 * named if the module isn't known.
 */
export function explainMissingDocusaurusModule(specifier: string, answeredNames: readonly string[]): string {
  const [, first = ''] = /^@theme(?:-original|-init)?\/(\w+)/.exec(specifier) ?? [];
  const [, reason] = reasons.find(([names]) => names.split(' ').includes(first)) ?? [];
  if (reason !== undefined) return `This site has no \`${specifier}\`. ${reason}.`;
  const nearestName = answeredNames.length === 0 ? undefined : closest(specifier, answeredNames);
  const hint =
    nearestName !== undefined && distance(specifier, nearestName) <= SIMILAR_MAX_DISTANCE
      ? `Did you mean \`${nearestName}\`?`
      : 'Write the component without it, or remove it.';
  return `This site has no \`${specifier}\`. ${hint}`;
}
