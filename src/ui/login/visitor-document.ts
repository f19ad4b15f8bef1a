import * as texts from 'virtual:site/texts';
import { escapeHtml } from '../../shared/html.ts';
import type { RenderContext } from '../page-data.ts';
import { headMeta, themeAttributes } from '../shell/document.ts';
import { inlineScripts } from '../shell/inline-scripts.ts';

/** A page that anybody may see: the product's name, a form, and nothing of the documentation. */
export function visitorDocument(
  { assets, config }: RenderContext,
  title: string,
  body: string,
  script?: string,
): string {
  const { lang = 'en', dir = 'ltr' } = config;
  // A language whose words of signing in nobody has said speaks English here.
  const spoken = new Intl.Locale(lang).language === new Intl.Locale(texts.signInLanguage).language;
  const scripts = [assets.loginScript, ...(script === undefined ? [] : [script])];
  return `<!doctype html>
<html lang="${spoken ? lang : 'en'}" dir="${spoken ? dir : 'ltr'}"${themeAttributes(config)}>
<head>
${headMeta(`${title} ${config.titleDelimiter} ${config.name}`, '', assets.icon)}
<script>${inlineScripts.beforeBody}</script>
<style>${assets.loginStyle}</style>
${scripts.map((address) => `<script type="module" src="${escapeHtml(address)}"></script>`).join('\n')}
</head>
<body>
<div class="not-loaded"><strong>${escapeHtml(texts.notLoadedProperly)}</strong> ${escapeHtml(texts.notLoadedHint)}</div>
${body}
</body>
</html>
`;
}
