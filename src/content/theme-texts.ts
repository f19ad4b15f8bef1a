import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { TextName } from '../config/texts.ts';

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

/** Our names for what is put in. */
const renamed: Readonly<Record<string, string>> = { '{versionLabel}': '{label}' };

/** The fixed texts of a language: what the site says of them in `code.json`, else what Docusaurus' theme says. */
export function themeTexts(
  locale: string,
  code: Readonly<Record<string, string>>,
): Partial<Record<TextName, string>> {
  const said: Readonly<Record<string, string>> = { ...themeTranslations(locale), ...code };
  const texts = Object.entries(keys).flatMap(([name, key]) => {
    const text = said[key];
    if (text === undefined) return [];
    return [[name, name === 'version' ? withOurNames(text) : text]];
  });
  const [one, ...more] = (said['theme.docs.DocCard.categoryDescription.plurals'] ?? '').split('|');
  const items = one ? { oneItem: one.replace('{count}', '1'), manyItems: more.at(-1) ?? one } : {};
  return { ...Object.fromEntries(texts), ...items };
}

function withOurNames(text: string): string {
  return Object.entries(renamed).reduce((sum, [theirs, ours]) => sum.replace(theirs, ours), text);
}

/** Nothing for a language that the theme does not know; a region's language is that of all its regions. */
function themeTranslations(locale: string): Record<string, string> {
  const folder = translationsFolder();
  if (folder === undefined) return {};
  const language = new Intl.Locale(locale).language;
  const names = language === 'en' ? ['base'] : [locale, language];
  const file = names
    .map((name) => path.join(folder, 'locales', name, 'theme-common.json'))
    .find((name) => existsSync(name));
  return file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
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
