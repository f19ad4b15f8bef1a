/** Writes an import. Joined from parts, so that tools don't mistake the text for an import of this file. */
const bind = (names: string, specifier: string) => ['import', names, `from '${specifier}';`].join(' ');

/**
 * Components of the theme that few sites use. They're bundled with the components that import them, so other sites don't
 * load them.
 */
const themeSources: Readonly<Record<string, string>> = {
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

const idPrefix = '\0theme:';

/** Whether a specifier such as `@theme/SearchBar` names one of these components. */
export function isThemeSource(specifier: string): boolean {
  return findSourceName(specifier) !== undefined;
}

/** The id that the bundler knows the theme's module by. */
export function findThemeSourceId(specifier: string): string | undefined {
  const name = findSourceName(specifier);
  return name === undefined ? undefined : idPrefix + name;
}

/** A swizzled component imports the theme's own one as `@theme-original/…` or `@theme-init/…`. */
function findSourceName(specifier: string): string | undefined {
  const [, name = ''] = /^@theme(?:-original|-init)?\/(.+)$/.exec(specifier) ?? [];
  return Object.hasOwn(themeSources, name) ? name : undefined;
}

export function readThemeSource(id: string): string | undefined {
  return id.startsWith(idPrefix) ? themeSources[id.slice(idPrefix.length)] : undefined;
}
