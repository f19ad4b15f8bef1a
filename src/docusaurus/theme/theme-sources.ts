import { readFileSync } from 'node:fs';
import { isCompiled, resolveEngineModule } from '../../shared/engine-dir.ts';

/** Writes an import. Joined from parts, so that tools don't mistake the text for an import of this file. */
const bind = (names: string, specifier: string) => ['import', names, `from '${specifier}';`].join(' ');

/**
 * Components of the theme that few sites use. They're bundled with the components that import them, so other sites don't
 * load them.
 */
const themeSources: Readonly<Record<string, string>> = {
  // Sites extend the names that live code can use.
  ReactLiveScope: `${bind('* as React', 'react')}\nexport default { React, ...React };\n`,
  Root: 'export default function Root({ children }) { return children; }',
  // The shell opens its search dialog for elements with this action. Without the classes of DocSearch, because a site's
  // rules for them expect its style sheet.
  SearchBar: `${bind('{ createElement }', 'react')}
${bind('useBaseUrl', '@docusaurus/useBaseUrl')}
${bind('{ translate }', '@docusaurus/Translate')}
export default function SearchBar({ className = '' }) {
  const label = translate({ id: 'theme.SearchBar.label', message: 'Search' });
  const drawing = createElement(
    'svg',
    { width: 16, height: 16, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', 'aria-hidden': true },
    createElement('path', { d: 'm21 21-4.34-4.34' }),
    createElement('circle', { cx: 11, cy: 11, r: 8 }),
  );
  return createElement(
    'a',
    { href: useBaseUrl('/search'), className: ('search-link ' + className).trim(), 'data-action': 'search' },
    drawing,
    createElement('span', { className: 'search-link__text' }, label),
  );
}
`,
  Logo: `${bind('{ createElement }', 'react')}
${bind('Link', '@docusaurus/Link')}
${bind('useBaseUrl', '@docusaurus/useBaseUrl')}
${bind('useDocusaurusContext', '@docusaurus/useDocusaurusContext')}
${bind('ThemedImage', '@theme/ThemedImage')}
export default function Logo({ imageClassName, titleClassName, ...rest }) {
  const { siteConfig: { title, themeConfig } } = useDocusaurusContext();
  const { title: navbarTitle, logo = {} } = themeConfig.navbar || {};
  const { src = '', srcDark = src } = logo;
  const sources = { light: useBaseUrl(src), dark: useBaseUrl(srcDark) };
  const { className, style, width, height, target, alt = navbarTitle ? '' : title } = logo;
  const image = createElement(ThemedImage, { className, style, width, height, alt, sources });
  return createElement(
    Link,
    { to: useBaseUrl(logo.href || '/'), ...rest, ...(target && { target }) },
    src !== '' && (imageClassName ? createElement('div', { className: imageClassName }, image) : image),
    navbarTitle != null && createElement('b', { className: titleClassName }, navbarTitle),
  );
}
`,
};

/** The export of a file of `parts/` that is the component of this name. */
const parts: Readonly<Record<string, readonly [file: string, name: string]>> = {
  'Admonition/Layout': ['admonitions', 'AdmonitionLayout'],
  ...listParts('Admonition/Type', 'admonitions', 'Type', 'Note Tip Info Warning Caution Danger'),
  ...listParts('Admonition/Icon', 'icons', 'Icon', 'Note Tip Info Warning Danger'),
  'Blog/Components/Author': ['author', 'BlogAuthor'],
  'Blog/Components/Author/Socials': ['author', 'AuthorSocials'],
  BlogListPaginator: ['paginators', 'ListPaginator'],
  'BlogPostItem/Container': ['plain', 'PostContainer'],
  BlogPostPaginator: ['paginators', 'PostPaginator'],
  'CodeBlock/Container': ['code', 'CodeContainer'],
  'CodeBlock/Content/Element': ['code', 'CodeElement'],
  'CodeBlock/Title': ['plain', 'ContentPart'],
  'DocCard/Description': ['cards', 'CardDescription'],
  'DocCard/Heading': ['cards', 'CardHeading'],
  'DocCard/Heading/Icon': ['cards', 'CardIcon'],
  'DocCard/Heading/Text': ['cards', 'CardText'],
  'DocCard/Layout': ['cards', 'CardLayout'],
  DocPaginator: ['paginators', 'DocPaginator'],
  EditMetaRow: ['edit-row', 'EditRow'],
  EditThisPage: ['edit-row', 'EditLink'],
  'Footer/Copyright': ['links', 'FooterCopyright'],
  'Footer/LinkItem': ['links', 'FooterLink'],
  ...listParts(
    'Icon',
    'icons',
    'Icon',
    'Arrow Close Copy DarkMode Edit ExternalLink Home Language LightMode Menu Success SystemColorMode WordWrap',
  ),
  ...listParts(
    'Icon/Socials',
    'icons',
    'Sign',
    'Bluesky GitHub Instagram LinkedIn Mastodon StackOverflow Threads Twitch X YouTube',
  ),
  'Icon/Socials/Default': ['icons', 'LinkIcon'],
  'Icon/Socials/Email': ['icons', 'EmailIcon'],
  'Icon/Socials/Twitter': ['icons', 'XSign'],
  LastUpdated: ['edit-row', 'LastUpdate'],
  'NavbarItem/NavbarNavLink': ['links', 'NavbarLink'],
  'NotFound/Content': ['not-found', 'NotFoundContent'],
  PaginatorNavLink: ['paginators', 'PaginatorLink'],
  TOC: ['contents', 'Contents'],
  TOCCollapsible: ['contents', 'CollapsibleContents'],
  TOCItems: ['contents', 'ContentsItems'],
  'TOCItems/Tree': ['contents', 'ContentsTree'],
  Tag: ['tags', 'Tag'],
  TagsListByLetter: ['tags', 'TagsByLetter'],
  TagsListInline: ['tags', 'InlineTags'],
  ThemeProvider: ['plain', 'ContentPart'],
  'ThemeProvider/TitleFormatter': ['plain', 'ContentPart'],
  // The engine shows or writes these itself.
  ...Object.fromEntries(
    'BlogListPage/StructuredData BlogPostPage/Metadata BlogPostPage/StructuredData ContentVisibility ContentVisibility/Draft ContentVisibility/Unlisted DocBreadcrumbs/Items/Home DocBreadcrumbs/StructuredData DocItem/Metadata DocVersionBadge DocVersionBanner SearchMetadata SiteMetadata prism-include-languages'
      .split(' ')
      .map((name) => [name, ['plain', 'EmptyPart'] as const]),
  ),
};

/** `NoteType` of the file is `@theme/Admonition/Type/Note`. */
function listParts(folder: string, file: string, ending: string, names: string) {
  return Object.fromEntries(
    names.split(' ').map((name) => [`${folder}/${name}`, [file, name + ending] as const]),
  );
}

const idPrefix = '\0theme:';
const filePrefix = '\0theme-file:';

/** Whether a specifier such as `@theme/SearchBar` names one of these components. */
export function isThemeSource(specifier: string): boolean {
  return findSourceName(specifier) !== undefined;
}

/** The id that the bundler knows the theme's module, or the file of one, by. */
export function findThemeSourceId(specifier: string): string | undefined {
  if (specifier.startsWith(filePrefix)) return specifier;
  if (specifier === '@mdx-js/react') return `${filePrefix}mdx-provider`;
  const name = findSourceName(specifier);
  return name === undefined ? undefined : idPrefix + name;
}

/** A swizzled component imports the theme's own one as `@theme-original/…` or `@theme-init/…`. */
function findSourceName(specifier: string): string | undefined {
  const [, name = ''] =
    /^(?:@theme(?:-original|-init)?|@docusaurus\/theme-classic\/lib\/theme)\/(.+?)(?:\/index)?(?:\.[jt]sx?)?$/.exec(
      specifier,
    ) ?? [];
  return Object.hasOwn(themeSources, name) || Object.hasOwn(parts, name) ? name : undefined;
}

interface ThemeSource {
  code: string;
  /** The name of a file whose ending says what has to be translated. */
  file: string;
}

/** The code behind an id of `findThemeSourceId`. */
export function readThemeSource(id: string): ThemeSource | undefined {
  if (id.startsWith(filePrefix)) {
    const module = resolveEngineModule(`docusaurus/theme/parts/${id.slice(filePrefix.length)}`);
    const file = isCompiled ? module : module.replace(/\.ts$/, '.tsx');
    return { code: readFileSync(file, 'utf8'), file };
  }
  if (!id.startsWith(idPrefix)) return undefined;
  const name = id.slice(idPrefix.length);
  const [file, exportedName] = parts[name] ?? [];
  const code =
    file === undefined
      ? themeSources[name]
      : `export { ${exportedName} as default } from ${JSON.stringify(filePrefix + file)};`;
  return code === undefined ? undefined : { code, file: `${name}.js` };
}
