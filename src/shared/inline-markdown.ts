import { escapeHtml } from './html.ts';

const marks =
  /\*\*(?<strong>[^*]+)\*\*|\*(?!\s)(?<em>[^*]+)(?<!\s)\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<href>[^()\s]+)\)/g;

/** Renders one line of Markdown with bold, italic, code and links. Everything else, and unsafe links, stay text. */
export function renderInlineMarkdown(text: string): string {
  let html = '';
  let renderedUntil = 0;
  for (const match of text.matchAll(marks)) {
    const { strong, em, code, label = '', href = '' } = match.groups ?? {};
    html += escapeHtml(text.slice(renderedUntil, match.index));
    renderedUntil = match.index + match[0].length;
    if (strong !== undefined) html += `<strong>${renderInlineMarkdown(strong)}</strong>`;
    else if (em !== undefined) html += `<em>${renderInlineMarkdown(em)}</em>`;
    else if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (isSafeLink(href)) html += `<a href="${escapeHtml(href)}">${renderInlineMarkdown(label)}</a>`;
    else html += escapeHtml(match[0]);
  }
  return html + escapeHtml(text.slice(renderedUntil));
}

/** An address of this site, or one that browsers open as a page or a mail. */
function isSafeLink(href: string): boolean {
  return /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))/i.test(href);
}
