import { writeInfimaVariables } from '../../markdown/finish/infima-variables.ts';
import { ASSETS_PREFIX, joinBasePath } from '../../model/urls.ts';
import type { RenderContext } from '../../ui/page-data.ts';
import { writeFontFace } from '../brand/brand-style.ts';
import type { BundledFile, BundledParts, SiteLook } from './bundle-parts.ts';

/** Describes what pages load, from all parts of the UI. `visitorStyle` is the brand's, for pages of visitors. */
export function composeAssets(
  { shell, styles, visitors, look }: Pick<BundledParts, 'shell' | 'styles' | 'visitors' | 'look'>,
  rootPath: string,
  visitorStyle = '',
): RenderContext['assets'] {
  const formatUrl = (name: string) => joinBasePath(ASSETS_PREFIX + name, rootPath);
  const { icon, logo, font } = look;
  const { firebaseScript } = visitors;
  const fontFace = font ? writeFontFace(formatUrl(font.name), font.isVariable) : '';
  // The shell's style sheet has Infima only for sites that are written for it.
  const usesInfima = shell.style.includes('--ifm-');
  const variables = usesInfima ? writeInfimaVariables(styles.style) : '';
  const siteStyle = [variables, styles.style].filter((text) => text !== '').join('\n');
  return {
    script: formatUrl(shell.script),
    preload: shell.preload.map(formatUrl),
    shellStyle: shell.style,
    printStyle: formatUrl(shell.printStyle),
    style: siteStyle + fontFace,
    loginScript: formatUrl(visitors.loginScript),
    passkeyScript: formatUrl(visitors.passkeyScript),
    loginStyle: visitors.style + visitorStyle + fontFace + writeAccentRules(`${shell.style}\n${siteStyle}`),
    ...(firebaseScript !== undefined && { firebaseScript: formatUrl(firebaseScript) }),
    icon: formatUrl(icon),
    ...(font && { font: formatUrl(font.name) }),
    ...(logo && {
      logo: { src: formatUrl(logo.light), ...(logo.dark && { srcDark: formatUrl(logo.dark) }) },
    }),
  };
}

/** The files of the site's look. */
export function listLookFiles({ icon, logo, font }: SiteLook): BundledFile[] {
  return [icon, logo?.light, logo?.dark, font?.name]
    .filter((name) => name !== undefined)
    .map((name) => ({ name, audience: 'visitor', isOfPages: name === icon || name === font?.name }));
}

/**
 * The colour that the site's style sheets give `--ifm-color-primary`, for pages that are served without those sheets.
 */
function writeAccentRules(style: string): string {
  const last = { light: '', dark: '' };
  for (const [, selector = '', colour = ''] of style.matchAll(
    /([^{}]+)\{[^{}]*?--ifm-color-primary:([#\w][\w#(),.%/ -]*)[;}]/g,
  ))
    if (!colour.startsWith('light-dark')) last[selector.includes('dark') ? 'dark' : 'light'] = colour;
  const writeRule = (selector: string, colour: string) =>
    colour === '' ? '' : `\n${selector}{--accent:${colour};--on-accent:${onAccent}}`;
  return writeRule(':root', last.light) + writeRule('[data-theme=dark]', last.dark);
}

/** Light text on a dark accent, dark text on a light one. */
const onAccent = 'oklch(from var(--accent) clamp(.15,(.66 - l)*1000,.99) 0 h)';
