import { buildMarkdownPath, buildSocialPictureUrl, pageHref } from '../../model/urls.ts';
import { escapeHtml } from '../../shared/html.ts';
import { POST_ID } from '../blog/blog-data.ts';
import { formatTitle } from '../navigation/titles.ts';
import type { PageEnvelope, RenderContext, ShellConfig } from '../page-data.ts';
import furtherStyle from '../pages/further-pages.css?inline';
import { needsFurtherStyle } from '../pages/further-pages.ts';
import { hasSocialPicture, SOCIAL_PICTURE_HEIGHT, SOCIAL_PICTURE_WIDTH } from '../social-picture.ts';
import type { View } from '../view.ts';
import { notLoadedBanner } from './drawing/not-loaded-banner.ts';
import { ARTICLE_ID, PAGE_ID, ROOT_ID } from './element-ids.ts';
import { inlineScripts } from './inline-scripts.ts';

/**
 * A complete document, readable before and without scripts. `root`: server-rendered HTML of the root element for React.
 */
export function renderPageDocument(view: View, root: string, context: RenderContext): string {
  const { assets, config, articleStyles, shell } = context;
  const envelope: PageEnvelope = { site: config, shell, page: view.page };
  const announcement = config.announcement
    ? ` data-announcement="${escapeHtml(config.announcement.id)}"`
    : '';
  const ownStyles =
    articleStyles === undefined ? '' : `\n<link rel="stylesheet" href="${escapeHtml(articleStyles)}">`;
  const { kind, path, wide, toc, versionClass, unlisted, description, keywords } = view.page;
  const isPost = kind === 'blog-post';
  const hasMarkdown = kind === 'doc' || isPost || (kind === 'page' && !wide);
  const alternate = hasMarkdown
    ? `\n<link rel="alternate" type="text/markdown" href="${escapeHtml(pageHref(buildMarkdownPath(path)))}">`
    : '';
  // Show the start of the article, up to its first section, in the first frame.
  const expected = hasMarkdown
    ? `\n<link rel="expect" href="#${encodeURIComponent(toc[0]?.id ?? (isPost ? POST_ID : ARTICLE_ID))}" blocking="render">`
    : '';
  return `<!doctype html>
<html lang="${config.lang ?? 'en'}" dir="${config.dir ?? 'ltr'}"${formatThemeAttributes(config)}${announcement}${versionClass ? ` class="${escapeHtml(versionClass)}"` : ''}>
<head>
${renderHeadMeta(formatTitle(view, config), description, assets, config.visitor?.indexed && !unlisted)}${openGraph(envelope, assets)}${renderTranslationLinks(envelope)}${expected}
${keywords?.length ? `<meta name="keywords" content="${escapeHtml(keywords.join(', '))}">\n` : ''}<script>${inlineScripts.beforePage}</script>
<style>${assets.shellStyle}</style>
<link rel="stylesheet" media="print" href="${escapeHtml(assets.printStyle)}">
<style>${assets.style}</style>${needsFurtherStyle(view.page) ? `\n<style>${furtherStyle}</style>` : ''}${ownStyles}${alternate}
<script type="module" src="${escapeHtml(assets.script)}"></script>
${assets.preload.map((url) => `<link rel="modulepreload" href="${escapeHtml(url)}">\n`).join('')}</head>
<body>
${notLoadedBanner}
<div id="${ROOT_ID}">${root}</div>
<script>${inlineScripts.afterBody}</script>
<script type="application/json" id="${PAGE_ID}">${escapeScriptJson(envelope)}</script>
</body>
</html>
`;
}

/** Attributes of the theme, read by the inline script: the default, and whether readers can change it. */
export function formatThemeAttributes({ defaultTheme, systemTheme, fixedTheme }: ShellConfig): string {
  return ` data-theme="${defaultTheme}"${systemTheme ? ' data-system-theme' : ''}${fixedTheme ? ' data-fixed-theme' : ''}`;
}

/** Head of every page, including those for visitors. */
export function renderHeadMeta(
  title: string,
  description: string,
  { icon, font }: Pick<RenderContext['assets'], 'icon' | 'font'>,
  isIndexed = false,
): string {
  const preload =
    font === undefined ? '' : `\n<link rel="preload" as="font" href="${escapeHtml(font)}" crossorigin>`;
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${description ? `<meta name="description" content="${escapeHtml(description)}">\n` : ''}${isIndexed ? '' : '<meta name="robots" content="noindex">\n'}<link rel="icon"${icon.endsWith('.svg') ? ' type="image/svg+xml"' : ''} href="${escapeHtml(icon)}">${preload}`;
}

/** Preview of a public page when it is shared. */
function openGraph({ site, page }: PageEnvelope, { logo }: RenderContext['assets']): string {
  if (!site.visitor) return '';
  const url = site.visitor.origin === undefined ? undefined : site.visitor.origin + pageHref(page.path);
  const properties: [property: string, content: string | undefined][] = [
    ['og:title', page.headTitle],
    ['og:description', page.description || undefined],
    ['og:type', page.kind === 'page' ? 'website' : 'article'],
    ['og:site_name', site.name],
    ['og:url', url],
    ...describePicture(page, site, logo),
  ];
  const tags = properties.flatMap(([property, content]) =>
    content === undefined ? [] : [`\n<meta property="${property}" content="${escapeHtml(content)}">`],
  );
  return tags.join('') + (url === undefined ? '' : `\n<link rel="canonical" href="${escapeHtml(url)}">`);
}

/** The picture of the page, or else the logo. Services that show links need an absolute URL. */
function describePicture(
  { path, kind, headTitle }: PageEnvelope['page'],
  { visitor }: ShellConfig,
  logo: RenderContext['assets']['logo'],
): [property: string, content: string][] {
  if (visitor?.origin === undefined) return [];
  if (visitor.pictures && hasSocialPicture(kind))
    return [
      ['og:image', visitor.origin + pageHref(buildSocialPictureUrl(path))],
      ['og:image:width', String(SOCIAL_PICTURE_WIDTH)],
      ['og:image:height', String(SOCIAL_PICTURE_HEIGHT)],
      ['og:image:alt', headTitle],
      ['twitter:card', 'summary_large_image'],
    ];
  return isShared(logo) ? [['og:image', visitor.origin + logo.src]] : [];
}

/** Whether a preview can show the logo: services that make previews don't show SVG. */
function isShared(logo: RenderContext['assets']['logo']): logo is NonNullable<typeof logo> {
  return logo !== undefined && !/\.svg$/i.test(logo.src);
}

/** Links to the page in all languages, including its own. Other languages get the first. */
function renderTranslationLinks({ site, page }: PageEnvelope): string {
  if (page.kind === 'not-found') return '';
  const [first, ...otherLanguages] = page.languages ?? [];
  if (first === undefined || otherLanguages.length === 0) return '';
  const alternates = [first, ...otherLanguages, { lang: 'x-default', href: first.href }];
  const renderLink = ({ lang, href }: (typeof alternates)[number]) =>
    `\n<link rel="alternate" hreflang="${lang}" href="${escapeHtml((site.visitor?.origin ?? '') + pageHref(href))}">`;
  return alternates.map(renderLink).join('');
}

/** JSON that can't close its script element or open a comment. */
function escapeScriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}
