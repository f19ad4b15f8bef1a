import { createHash } from 'node:crypto';
import type { SiteTexts } from '../../config/texts.ts';
import { escapeHtml } from '../../shared/html.ts';
import { failurePageHeaders } from './security-headers.ts';

const style = `:root{color-scheme:light dark}
body{display:grid;min-height:100vh;margin:0;align-content:center;background:light-dark(oklch(.99 .003 270),oklch(.17 .012 270));color:light-dark(oklch(.24 .02 270),oklch(.93 .008 270));font:1rem/1.65 system-ui,sans-serif}
main{box-sizing:border-box;width:100%;max-width:400px;margin:auto;padding:24px}
h1{margin:0 0 8px;font-size:1.4375rem;line-height:1.3;text-wrap:balance}
p{margin:0 0 24px}
small{display:block;color:light-dark(oklch(.46 .02 270),oklch(.74 .015 270));overflow-wrap:anywhere}
code{font:inherit;font-family:ui-monospace,Menlo,Consolas,monospace}
a{display:inline-flex;align-items:center;min-height:44px;margin-bottom:32px;padding:0 16px;border-radius:6px;background:light-dark(oklch(.48 .1 205),oklch(.79 .125 195));color:light-dark(oklch(.99 .003 270),oklch(.17 .012 270));font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid light-dark(oklch(.48 .1 205),oklch(.79 .125 195));outline-offset:2px}
@media(forced-colors:active){a{border:1px solid}}`;

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

type FailureTexts = Pick<SiteTexts, 'siteFailed' | 'siteFailedHelp' | 'siteFailedReference' | 'tryAgain'>;

interface Failure {
  texts: FailureTexts;
  language: string;
  /** Names the request in the log of the server. */
  requestId: string;
}

/**
 * A page for people whose browser opens an address while the server fails. It needs nothing but the texts, because any
 * other part may be what failed. The link loads the address again. Administrators find the cause in the log by the id.
 */
export function createFailurePage({ texts, language, requestId }: Failure): {
  html: string;
  headers: Readonly<Record<string, string>>;
} {
  const { siteFailed, siteFailedHelp, siteFailedReference, tryAgain } = texts;
  const title = escapeHtml(siteFailed);
  return {
    html: `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(siteFailedHelp)}</p>
<a href="">${escapeHtml(tryAgain)}</a>
<small>${escapeHtml(siteFailedReference)} <code>${escapeHtml(requestId)}</code></small>
</main>
</body>
</html>
`,
    headers: { ...failurePageHeaders(styleHash), 'content-type': 'text/html; charset=utf-8' },
  };
}
