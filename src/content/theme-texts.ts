import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { english, spokenTexts, type TextName } from '../config/texts.ts';

/** The texts that Docusaurus' theme has too, by its keys; a function where ours has other words for what is put in. */
const keys: Partial<Record<TextName, string>> = {
  noteTitle: 'theme.admonition.note',
  tipTitle: 'theme.admonition.tip',
  infoTitle: 'theme.admonition.info',
  warningTitle: 'theme.admonition.warning',
  cautionTitle: 'theme.admonition.caution',
  dangerTitle: 'theme.admonition.danger',
  copyCode: 'theme.CodeBlock.copyButtonAriaLabel',
  copied: 'theme.CodeBlock.copied',
  wrapLines: 'theme.CodeBlock.wordWrapToggle',
  pageCrashed: 'theme.ErrorPageContent.title',
  tryAgain: 'theme.ErrorPageContent.tryAgain',
  mainNavigation: 'theme.NavBar.navAriaLabel',
  pageNotFound: 'theme.NotFound.title',
  onThisPage: 'theme.TOCCollapsible.toggleButtonLabel',
  editPage: 'theme.common.editThisPage',
  directLink: 'theme.common.headingLinkTitle',
  skipToContent: 'theme.common.skipToMainContent',
  unlisted: 'theme.contentVisibility.unlistedBanner.message',
  home: 'theme.docs.breadcrumbs.home',
  breadcrumbs: 'theme.docs.breadcrumbs.navAriaLabel',
  docsPages: 'theme.docs.paginator.navAriaLabel',
  previous: 'theme.docs.paginator.previous',
  next: 'theme.docs.paginator.next',
  docsSidebar: 'theme.docs.sidebar.navAriaLabel',
  closeNavigation: 'theme.docs.sidebar.closeSidebarButtonAriaLabel',
  version: 'theme.docs.versionBadge.label',
  latestVersionLabel: 'theme.docs.versions.latestVersionLinkLabel',
  latestVersion: 'theme.docs.versions.latestVersionSuggestionLabel',
  unmaintainedVersion: 'theme.docs.versions.unmaintainedVersionLabel',
  unreleasedVersion: 'theme.docs.versions.unreleasedVersionLabel',
  unlistedTitle: 'theme.contentVisibility.unlistedBanner.title',
  allTags: 'theme.tags.tagsPageLink',
  tags: 'theme.tags.tagsPageTitle',
  taggedWith: 'theme.docs.tagDocListPageTitle',
  docsTagged: 'theme.docs.tagDocListPageTitle.nDocsTagged',
  readingTime: 'theme.blog.post.readingTime.plurals',
  newerEntries: 'theme.blog.paginator.newerEntries',
  olderEntries: 'theme.blog.paginator.olderEntries',
  readMore: 'theme.blog.post.readMore',
  readMoreAbout: 'theme.blog.post.readMoreLabel',
  tagsLabel: 'theme.tags.tagsListLabel',
  postsTagged: 'theme.blog.tagTitle',
  manyPosts: 'theme.blog.post.plurals',
  archive: 'theme.blog.archive.title',
  authors: 'theme.blog.authorsList.pageTitle',
  allAuthors: 'theme.blog.authorsList.viewAll',
  authorTitle: 'theme.blog.author.pageTitle',
  noPostsByAuthor: 'theme.blog.author.noPosts',
  closeAnnouncement: 'theme.AnnouncementBar.closeButtonAriaLabel',
};

/** Likewise, where ours say it better: for languages that the engine has no words of its own in. */
const furtherKeys: Partial<Record<TextName, string>> = {
  retry: 'theme.ErrorPageContent.tryAgain',
  openNavigation: 'theme.docs.sidebar.toggleSidebarButtonAriaLabel',
  categoryItems: 'theme.DocSidebarItem.expandCategoryAriaLabel',
  search: 'theme.SearchModal.searchBox.placeholderText',
  searchTitle: 'theme.SearchBar.label',
  searchUnreachable: 'theme.SearchModal.errorScreen.titleText',
  searchUnreachableHelp: 'theme.SearchModal.errorScreen.helpText',
  noResultsFor: 'theme.SearchModal.noResultsScreen.noResultsText',
  trySearchingFor: 'theme.SearchModal.noResultsScreen.suggestedQueryText',
  noRecentSearches: 'theme.SearchModal.startScreen.noRecentSearchesText',
  recentSearches: 'theme.SearchModal.startScreen.recentSearchesTitle',
  favourites: 'theme.SearchModal.startScreen.favoriteSearchesTitle',
  closeSearch: 'theme.SearchModal.searchBox.cancelButtonText',
  liveEditor: 'theme.Playground.liveEditor',
  liveReset: 'theme.Playground.buttons.reset',
  liveResult: 'theme.Playground.result',
};

/** Those that are put together. */
function furtherTexts(said: Readonly<Record<string, string>>): Partial<Record<TextName, string>> {
  const search = (key: string) => said[`theme.SearchModal.startScreen.${key}`];
  const titled = (text: string | undefined) => text && `${text}: {title}`;
  const mode = (name: string) => {
    const now = said[`theme.colorToggle.ariaLabel.mode.${name}`];
    return now && said['theme.colorToggle.ariaLabel']?.replace('{mode}', now);
  };
  const texts: Partial<Record<TextName, string | undefined>> = {
    lastUpdated: said['theme.lastUpdated.lastUpdatedAtBy']?.replace(/\{\w+\}/g, '').trim(),
    addFavourite: titled(search('saveRecentSearchButtonTitle')),
    removeFromHistory: titled(search('removeRecentSearchButtonTitle')),
    searchHits: said['theme.SearchPage.documentsFound.plurals']?.split('|').at(-1),
    // Each says what is now, and what comes then.
    themeLight: mode('dark'),
    themeDark: mode('light'),
  };
  return {
    ...texted(furtherKeys, said),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text)),
  };
}

/** The fixed texts of a language: what the site says of them in `code.json`, else what Docusaurus' theme says. */
export function themeTexts(
  locale: string,
  code: Readonly<Record<string, string>>,
): Partial<Record<TextName, string>> {
  const said: Readonly<Record<string, string>> = { ...themeTranslations(locale), ...code };
  const [one, ...more] = (said['theme.docs.DocCard.categoryDescription.plurals'] ?? '').split('|');
  const items = one ? { oneItem: one.replace('{count}', '1'), manyItems: more.at(-1) ?? one } : {};
  return {
    ...texted(keys, said),
    ...items,
    ...(spokenTexts(locale) ? {} : furtherTexts(said)),
    ...ownTexts(code),
  };
}

/** Whether what Docusaurus' theme says is there: a server's installation does without. */
export function hasTheme(): boolean {
  return translationsFolder() !== undefined;
}

function texted(
  names: Partial<Record<TextName, string>>,
  said: Readonly<Record<string, string>>,
): Partial<Record<TextName, string>> {
  const texts = Object.entries(names).flatMap(([name, key]) => {
    const text = said[key];
    return text === undefined
      ? []
      : [[name, name === 'version' ? text.replace('{versionLabel}', '{label}') : text]];
  });
  return Object.fromEntries(texts);
}

/** What `code.json` calls a text that only the engine has: `text.signIn`. */
export const OWN_TEXT = 'text.';

/** All that the theme does not know, as the site says it in a language. */
function ownTexts(code: Readonly<Record<string, string>>): Partial<Record<TextName, string>> {
  const own = Object.entries(code).map(([key, text]) => [key.slice(OWN_TEXT.length), text, key] as const);
  return Object.fromEntries(own.filter(([name, , key]) => key.startsWith(OWN_TEXT) && name in english));
}

/** Nothing for a language that the theme does not know; a region's language is that of all its regions. */
function themeTranslations(locale: string): Record<string, string> {
  const folder = translationsFolder();
  if (folder === undefined) return {};
  const language = new Intl.Locale(locale).language;
  const names = language === 'en' ? ['base'] : [locale, language];
  const files = ['theme-common.json', 'theme-search-algolia.json', 'theme-live-codeblock.json'].flatMap(
    (name) =>
      names.map((of) => path.join(folder, 'locales', of, name)).find((file) => existsSync(file)) ?? [],
  );
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8'))));
}

/** A package that only building a site in another language needs: without it that site's own texts are all there is. */
function translationsFolder(): string | undefined {
  try {
    const { resolve } = createRequire(import.meta.url);
    return path.dirname(resolve('@docusaurus/theme-translations/package.json'));
  } catch {
    return undefined;
  }
}
