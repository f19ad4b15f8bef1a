import { buildPageFileUrl } from '../../../model/urls.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { findPageBehind } from '../../navigation/page-address.ts';
import type { PageFile } from '../../page-data.ts';

/** The pointer has to rest this long, so that nothing opens on its way across the text. */
const REST_MS = 250;
/** Time to move the pointer from the word to what it has opened. */
const LEAVE_MS = 300;
/** Longest text of a preview, in characters. */
const PREVIEW_MAX = 240;

const SOURCES = '.md-term, a[data-preview]';
const REACHED = `:is(${SOURCES}):hover, a[data-preview]:focus-visible`;

interface Hint {
  source: HTMLElement;
  popover: HTMLElement;
}

/**
 * Opens the explanation of a term under the pointer, and the preview of a link under the pointer or the focus. It stays
 * open while the pointer is on either, and closes with Escape. A term also opens by itself when it is pressed.
 */
export function showHints(article: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return;
  const previews = new Map<HTMLAnchorElement, Promise<HTMLElement | undefined>>();
  let open: Hint | undefined;
  let approached: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(timer);
    approached = undefined;
    open?.popover.hidePopover();
    open = undefined;
  };
  const openHint = async (source: HTMLElement) => {
    const popover = await findPopover(source);
    // The reader may have moved on while the page was loading.
    if (!popover || approached !== source || signal.aborted) return;
    open = { source, popover };
    if (!popover.matches(':popover-open')) popover.showPopover({ source });
    if (!CSS.supports('position-area', 'block-end')) placeBelow(source, popover);
  };
  const approach = (source: HTMLElement) => {
    clearTimeout(timer);
    // Pressing a key or the page closes a hint without this script.
    if (approached === source && open?.popover.matches(':popover-open')) return;
    close();
    approached = source;
    timer = setTimeout(() => runInBackground(openHint(source)), REST_MS);
  };
  const leave = () => {
    clearTimeout(timer);
    timer = setTimeout(close, LEAVE_MS);
  };
  const findPopover = (source: HTMLElement) => {
    if (!(source instanceof HTMLAnchorElement))
      return source.ownerDocument.getElementById(readTarget(source));
    const preview = previews.get(source) ?? createPreview(source, signal);
    previews.set(source, preview);
    return preview;
  };
  const isInside = (target: EventTarget | null) =>
    target instanceof Node && open?.popover.contains(target) === true;

  document.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      if (pointerType === 'touch' || !(target instanceof Element)) return;
      const source = findSource(target, article);
      if (source) approach(source);
      else if (isInside(target)) clearTimeout(timer);
      else if (approached) leave();
    },
    { signal, passive: true },
  );
  article.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof HTMLAnchorElement && target.matches('[data-preview]:focus-visible'))
        approach(target);
    },
    { signal },
  );
  document.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      if (target === approached && !isInside(relatedTarget)) leave();
    },
    { signal },
  );
  // A hint that is still loading must not open after Escape. The browser closes one that is open.
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') close();
    },
    { signal },
  );
  // The pointer or the focus may have come before this was loaded.
  const reachedSource = article.querySelector<HTMLElement>(REACHED);
  if (reachedSource) approach(reachedSource);
  signal.addEventListener('abort', () => {
    close();
    for (const preview of previews.values()) runInBackground(preview.then((popover) => popover?.remove()));
  });
}

function findSource(target: Element, article: HTMLElement): HTMLElement | undefined {
  const source = target.closest<HTMLElement>(SOURCES);
  return source && article.contains(source) ? source : undefined;
}

function readTarget(term: HTMLElement): string {
  return term.getAttribute('popovertarget') ?? '';
}

/** Returns undefined if the page doesn't exist or this reader can't see it. */
async function createPreview(link: HTMLAnchorElement, signal: AbortSignal): Promise<HTMLElement | undefined> {
  const pathname = findPageBehind(link);
  if (pathname === undefined) return undefined;
  const response = await fetch(buildPageFileUrl(pathname), { signal }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const { page } = (await response.json()) as PageFile;
  const { title, text } = summarize(page, decodeURIComponent(link.hash.slice(1)));
  const popover = document.createElement('div');
  popover.className = 'md-hint md-preview';
  popover.popover = 'auto';
  const heading = document.createElement('p');
  heading.append(Object.assign(document.createElement('strong'), { textContent: title }));
  popover.append(heading, Object.assign(document.createElement('p'), { textContent: text }));
  (document.querySelector('main') ?? document.body).append(popover);
  return popover;
}

/** The title and the beginning of a page, or of the section that the link leads to. */
function summarize(page: PageFile['page'], id: string): { title: string; text: string } {
  const content = document.createElement('template');
  content.innerHTML = page.html;
  for (const element of content.content.querySelectorAll('.hash-link, .md-hint, template')) element.remove();
  const section = id === '' ? null : content.content.getElementById(id);
  const paragraphs = [...content.content.querySelectorAll('p')];
  const paragraph = section
    ? paragraphs.find(
        (candidate) => section.compareDocumentPosition(candidate) & Node.DOCUMENT_POSITION_FOLLOWING,
      )
    : undefined;
  const text = (paragraph?.textContent || page.description || paragraphs[0]?.textContent || '').trim();
  const isHeading = section?.matches('h1, h2, h3, h4, h5, h6');
  return {
    title: (isHeading && section?.textContent?.trim()) || page.title || page.headTitle,
    text: text.length > PREVIEW_MAX ? `${text.slice(0, text.lastIndexOf(' ', PREVIEW_MAX))} …` : text,
  };
}

/** Places the popover in browsers that can't place it at another element themselves. */
function placeBelow(source: HTMLElement, popover: HTMLElement): void {
  const { left, bottom } = source.getBoundingClientRect();
  const { width } = popover.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  popover.style.margin = '6px 0';
  popover.style.inset = `${bottom}px auto auto ${Math.max(8, Math.min(left, clientWidth - width - 8))}px`;
}
