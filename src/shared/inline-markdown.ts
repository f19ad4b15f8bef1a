import { escapeHtml } from './html.ts';

const marks =
  /\*\*(?<strong>[^*]+)\*\*|\*(?!\s)(?<em>[^*]+)(?<!\s)\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<href>[^()\s]+)\)/g;

/** One line of Markdown as HTML: bold, italic, code, links. Everything else is text, and so is a link that may not be. */
export function inlineMarkdown(text: string): string {
  let html = '';
  let done = 0;
  for (const match of text.matchAll(marks)) {
    const { strong, em, code, label = '', href = '' } = match.groups ?? {};
    html += escapeHtml(text.slice(done, match.index));
    done = match.index + match[0].length;
    if (strong !== undefined) html += `<strong>${inlineMarkdown(strong)}</strong>`;
    else if (em !== undefined) html += `<em>${inlineMarkdown(em)}</em>`;
    else if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (isHarmless(href)) html += `<a href="${escapeHtml(href)}">${inlineMarkdown(label)}</a>`;
    else html += escapeHtml(match[0]);
  }
  return html + escapeHtml(text.slice(done));
}

/** A place of this site, or one that browsers open as a page or a mail. */
function isHarmless(href: string): boolean {
  return /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))/i.test(href);
}
