import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findSpokenTexts, type SiteTextName, type TextName } from '../../config/texts.ts';
import { ADMONITION_TYPES } from '../../model/admonition-types.ts';

/** Texts that Docusaurus' theme has as well, with its keys. */
const keys: Partial<Record<TextName, string>> = {
  ...Object.fromEntries(ADMONITION_TYPES.map((type) => [`${type}Title`, `theme.admonition.${type}`])),
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
  allPostTags: 'theme.tags.tagsPageLink',
  tags: 'theme.tags.tagsPageTitle',
  taggedWith: 'theme.docs.tagDocListPageTitle',
  docsTagged: 'theme.docs.tagDocListPageTitle.nDocsTagged',
  readingTime: 'theme.blog.post.readingTime.plurals',
  newerPost: 'theme.blog.post.paginator.newerPost',
  olderPost: 'theme.blog.post.paginator.olderPost',
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

/** Whether Docusaurus' theme has this text as well. */
export function isThemeText(name: string): boolean {
  return Object.hasOwn(keys, name);
}

/** More texts of the theme, for languages that the engine isn't translated into. Elsewhere our texts are better. */
const furtherKeys: Partial<Record<SiteTextName, string>> = {
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

/** Texts composed from several texts of the theme. */
function composeTexts(translations: Readonly<Record<string, string>>): Partial<Record<SiteTextName, string>> {
  const searchText = (key: string) => translations[`theme.SearchModal.startScreen.${key}`];
  const addTitle = (text: string | undefined) => text && `${text}: {title}`;
  const findColorModeText = (name: string) => translations[`theme.colorToggle.ariaLabel.mode.${name}`];
  const texts: Partial<Record<TextName, string | undefined>> = {
    lastUpdated: translations['theme.lastUpdated.lastUpdatedAtBy']?.replace(/\{\w+\}/g, '').trim(),
    addFavourite: addTitle(searchText('saveRecentSearchButtonTitle')),
    removeFromHistory: addTitle(searchText('removeRecentSearchButtonTitle')),
    searchHits: translations['theme.SearchPage.documentsFound.plurals'],
    themeSystem: findColorModeText('system'),
    themeLight: findColorModeText('light'),
    themeDark: findColorModeText('dark'),
  };
  return {
    ...pickTexts(furtherKeys, translations),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text)),
  };
}

/**
 * The texts of a language: those in the site's `code.json`, otherwise those of Docusaurus' theme. A language that the
 * engine speaks takes the theme's only for a site that moved in and shows them already (`keepsTheme`).
 */
export function readThemeTexts(
  locale: string,
  code: Readonly<Record<string, string>>,
  { keepsTheme, engineNames }: { keepsTheme: boolean; engineNames: readonly string[] },
): Partial<Record<SiteTextName, string>> {
  const needsTheme = keepsTheme || findSpokenTexts(locale) === undefined;
  const themeTexts = needsTheme ? readThemeTranslations(locale) : {};
  const translations: Readonly<Record<string, string>> = { ...themeTexts, ...code };
  // In English, each component of the theme has its own default text, and two of them differ for this key.
  const isEnglish = new Intl.Locale(locale).language === 'en';
  const postTags = keepsTheme && isEnglish && !Object.hasOwn(code, 'theme.tags.tagsPageLink');
  const [one, ...more] = (translations['theme.docs.DocCard.categoryDescription.plurals'] ?? '').split('|');
  const items = one ? { oneItem: one.replace('{count}', '1'), manyItems: more.at(-1) ?? one } : {};
  return {
    ...pickTexts(keys, translations),
    ...(postTags ? { allPostTags: 'View All Tags' } : {}),
    ...items,
    ...(findSpokenTexts(locale) ? {} : composeTexts(translations)),
    ...readEngineTexts(code, engineNames),
  };
}

/** Whether the package with the theme's texts is installed. A server doesn't need it. */
export function hasTheme(): boolean {
  return findTranslationsFolder() !== undefined;
}

function pickTexts(
  names: Partial<Record<SiteTextName, string>>,
  translations: Readonly<Record<string, string>>,
): Partial<Record<SiteTextName, string>> {
  const texts = Object.entries(names).flatMap(([name, key]) => {
    const text = translations[key];
    return text === undefined
      ? []
      : [[name, name === 'version' ? text.replace('{versionLabel}', '{label}') : text]];
  });
  return Object.fromEntries(texts);
}

/** Prefix in `code.json` for texts that only the engine has: `text.signIn`. */
export const OWN_TEXT = 'text.';

/** Reads the engine's own texts from `code.json`. */
function readEngineTexts(
  code: Readonly<Record<string, string>>,
  names: readonly string[],
): Partial<Record<SiteTextName, string>> {
  const entries = Object.entries(code).map(([key, text]) => [key.slice(OWN_TEXT.length), text, key] as const);
  return Object.fromEntries(
    entries.filter(([name, , key]) => key.startsWith(OWN_TEXT) && names.includes(name)),
  );
}

/** The theme's texts in a language. A regional variant such as `pt-PT` falls back to its language. */
function readThemeTranslations(locale: string): Record<string, string> {
  const folder = findTranslationsFolder();
  if (folder === undefined) return {};
  const language = new Intl.Locale(locale).language;
  const names = language === 'en' ? ['base'] : [locale, language];
  const files = ['theme-common.json', 'theme-search-algolia.json', 'theme-live-codeblock.json'].flatMap(
    (name) =>
      names.map((of) => path.join(folder, 'locales', of, name)).find((file) => existsSync(file)) ?? [],
  );
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8'))));
}

/** Only builds in another language need this package. Without it they use the texts of the site alone. */
function findTranslationsFolder(): string | undefined {
  try {
    const { resolve } = createRequire(import.meta.url);
    return path.dirname(resolve('@docusaurus/theme-translations/package.json'));
  } catch {
    return undefined;
  }
}
