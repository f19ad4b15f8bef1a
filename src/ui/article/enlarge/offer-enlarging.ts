import * as texts from 'virtual:site/texts';
import { runInBackground } from '../../../shared/in-background.ts';
import { adoptStyle } from '../../adopt-style.ts';
import { fillText } from '../../fill-text.ts';
import type { Enlargeable } from './enlarge-window.tsx';
import style from './offer.css?inline';

/** A picture smaller than this is an icon or an ornament, in CSS pixels. */
const PICTURE_MIN_PX = 120;
/** Width of the narrowest picture that may have details which are hard to see even at its natural size. */
const DETAILED_MIN_PX = 300;
/** A picture is downscaled if it has this many times the width at which it is shown. */
const DOWNSCALED_FACTOR = 1.1;
const INSET_PX = 8;

/** Lucide's "maximize-2": `../../shell/icons.tsx` has the licence. */
const icon =
  '<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M15 3h6v6M21 3l-7 7M3 21l7-7M9 21H3v-6"/></svg>';

interface Offer {
  target: HTMLElement | SVGElement;
  button: HTMLButtonElement;
  /** How far the button has been moved from where it would be in the text. */
  moved: { x: number; y: number };
}

/**
 * Puts a button on each picture, table and diagram that is larger than its place, or detailed. The buttons take no
 * space: they are positioned absolutely, at their target's corner. Returns a function that ends it.
 */
export function offerEnlarging(article: HTMLElement): () => void {
  adoptStyle(style);
  const offers = new Map<Element, Offer>();
  const over = new AbortController();
  const update = (targets: Iterable<Element>) => {
    const changedOffers: Offer[] = [];
    for (const target of targets) {
      const isOffered = isWorthEnlarging(target);
      const offer = offers.get(target) ?? (isOffered ? addButton(target, article) : undefined);
      if (!offer) continue;
      offers.set(target, offer);
      offer.button.hidden = !isOffered;
      if (isOffered) changedOffers.push(offer);
    }
    moveToCorners(changedOffers);
  };
  const targets = [...article.querySelectorAll('img, svg, .table-scroll, .diagram')].filter(isOfArticle);
  // A `ResizeObserver` reports each target when it gets its size, and again when it is shown, hidden or resized.
  const observer = new ResizeObserver((entries) => {
    const resizedTargets = entries.map(({ target }) => target);
    // Text that wraps in other places also moves targets that keep their size.
    update(resizedTargets.includes(article) ? targets : resizedTargets);
  });
  observer.observe(article);
  for (const target of targets) observer.observe(target);
  // A picture with a size keeps it when it has loaded. The event doesn't bubble.
  const onLoad = ({ target }: Event) => {
    if (target instanceof Element && isOfArticle(target)) update([target]);
  };
  const onClick = ({ target }: Event) => {
    const offer = target instanceof HTMLImageElement ? offers.get(target) : undefined;
    if (offer && !offer.button.hidden && !offer.target.closest('a, button')) offer.button.click();
  };
  article.addEventListener('load', onLoad, { capture: true, signal: over.signal });
  article.addEventListener('click', onClick, { signal: over.signal });
  return () => {
    over.abort();
    observer.disconnect();
    for (const { button } of offers.values()) button.remove();
  };
}

/** React owns what is in islands and live parts, except for the articles' own HTML in them and for diagrams. */
function isOfArticle(target: Element): boolean {
  if (target.matches('.diagram')) return true;
  if (target.matches('svg svg, .diagram svg, button *, [aria-hidden="true"], [role="presentation"]'))
    return false;
  // A part of a drawing: assistive technology sees no button in it.
  if (target.parentElement?.closest('[role="img"]')) return false;
  return !target
    .closest('live-island, [data-live], [data-slot], [role="tabpanel"], .markdown')
    ?.matches('live-island, [data-live]');
}

function isWorthEnlarging(target: Element): boolean {
  if (target.matches('.table-scroll')) return isCut(target);
  if (target.matches('.diagram')) return target.firstElementChild !== null && target.clientWidth > 0;
  const { width, height } = target.getBoundingClientRect();
  if (width < PICTURE_MIN_PX || height < PICTURE_MIN_PX / 2) return false;
  if (!(target instanceof HTMLImageElement)) return width >= DETAILED_MIN_PX;
  if (target.naturalWidth === 0) return false;
  return width >= DETAILED_MIN_PX || target.naturalWidth > width * DOWNSCALED_FACTOR;
}

/** Whether the element scrolls. Sizes are rounded, hence the pixel. */
function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean {
  return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
}

function addButton(target: Element, article: HTMLElement): Offer | undefined {
  if (!(target instanceof HTMLElement || target instanceof SVGElement)) return undefined;
  const name = findName(target, article);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'enlarge';
  button.ariaLabel = fillText(texts.enlarge, { name });
  button.title = button.ariaLabel;
  button.ariaHasPopup = 'dialog';
  button.innerHTML = icon;
  button.addEventListener('click', () => {
    runInBackground(
      import('./enlarged.tsx').then((dialog) => dialog.enlarge(readEnlargeable(target, name), button)),
    );
  });
  // A link or a `picture` can't contain a button.
  (target.closest('a, picture') ?? target).before(button);
  return { target, button, moved: { x: 0, y: 0 } };
}

function findName(target: Element, article: HTMLElement): string {
  const description =
    target.getAttribute('alt') ||
    target.querySelector('caption')?.textContent ||
    target.querySelector(':scope > title')?.textContent ||
    (target.matches('svg') && target.getAttribute('aria-label')) ||
    target.closest('figure')?.querySelector('figcaption')?.textContent;
  if (description) return description.trim();
  const kind = findKindName(target);
  const heading = [...article.querySelectorAll('h1, h2, h3, h4, h5, h6')].findLast(
    (candidate) => candidate.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const text = [...(heading?.childNodes ?? [])]
    .filter((node) => !(node instanceof Element && node.matches('.hash-link')))
    .map((node) => node.textContent)
    .join('')
    .trim();
  return text ? `${text} (${kind})` : kind;
}

function findKindName(target: Element): string {
  if (target.matches('.table-scroll')) return texts.table;
  return target.matches('img') ? texts.picture : texts.diagram;
}

/** Copies the target for the dialog, so nothing moves in the page behind it. */
function readEnlargeable(target: Element, name: string): Enlargeable {
  const original = target.matches('.table-scroll, .diagram') ? target.firstElementChild : target;
  const copy = original?.cloneNode(true);
  if (!original || !(copy instanceof HTMLElement || copy instanceof SVGElement))
    throw new Error('Nothing to enlarge.');
  const { width, height } = original.getBoundingClientRect();
  if (copy instanceof HTMLTableElement) {
    // Ids must be unique. Those in drawings stay, because their shapes refer to them.
    for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id');
    for (const button of copy.querySelectorAll('.enlarge')) button.remove();
    return { name, copy, kind: 'table', width, height, scale: 1 };
  }
  if (copy instanceof HTMLImageElement && original instanceof HTMLImageElement) {
    const { naturalWidth, naturalHeight } = original;
    copy.loading = 'eager';
    for (const attribute of ['width', 'height', 'id', 'class', 'srcset', 'sizes'])
      copy.removeAttribute(attribute);
    copy.src = original.currentSrc;
    copy.draggable = false;
    return {
      name,
      copy,
      kind: 'picture',
      width: naturalWidth,
      height: naturalHeight,
      scale: width / naturalWidth,
    };
  }
  return { name, copy, kind: 'drawing', width, height, scale: 1 };
}

/** Moves buttons to the corner of their targets where a line of text ends. Reads everything first, then writes. */
function moveToCorners(offers: readonly Offer[]): void {
  const distances = offers.map(({ target, button, moved }) => {
    const box = target.getBoundingClientRect();
    const place = button.getBoundingClientRect();
    const isRightToLeft = getComputedStyle(target).direction === 'rtl';
    // Over the edge of what scrolls, so that little is covered.
    const down = target.matches('.table-scroll, .diagram') ? -place.height / 2 : INSET_PX;
    return {
      x: moved.x + (isRightToLeft ? box.left + INSET_PX - place.left : box.right - INSET_PX - place.right),
      y: moved.y + box.top + down - place.top,
    };
  });
  for (const [index, offer] of offers.entries()) {
    offer.moved = distances[index] ?? offer.moved;
    offer.button.style.translate = `${offer.moved.x}px ${offer.moved.y}px`;
  }
}
