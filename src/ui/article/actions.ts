import * as texts from 'virtual:site/texts';
import { runInBackground } from '../../shared/in-background.ts';
import { recall } from '../browser-storage.ts';
import { announce } from '../shell/announcer.tsx';
import { feedbackStorageKey } from '../shell/storage-keys.ts';

/** Time for which a button says that it copied. */
const SAID_MS = 2_000;

/** Handles clicks of all buttons in articles, which have no scripts of their own, and shows them. */
export function listenForActions(): void {
  document.documentElement.dataset.actions = '';
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const button = target?.closest<HTMLElement>('[data-action]');
    const heading = target?.closest<HTMLAnchorElement>('a.hash-link');
    if (button?.dataset.action === 'copy') runInBackground(copy(readCode(button), button));
    else if (button?.dataset.action === 'wrap') switchWrap(button);
    else if (button?.dataset.action === 'copy-page') copyPage(event, button);
    else if (heading) runInBackground(copy(heading.href, heading));
  });
  document.addEventListener('submit', (event) => {
    const form = event.target instanceof HTMLFormElement ? event.target : undefined;
    if (!form?.matches('.feedback')) return;
    event.preventDefault();
    const pressedButton = event.submitter;
    loadFeedback(({ sendFeedback }) => sendFeedback(form, pressedButton));
  });
  if (recall('session', feedbackStorageKey)) loadFeedback(({ sendKeptFeedback }) => sendKeptFeedback());
}

function loadFeedback(send: (feedback: typeof import('./send-feedback.ts')) => Promise<void>): void {
  import('./send-feedback.ts').then(send, console.warn);
}

function switchWrap(button: HTMLElement): void {
  const on = button.closest('.theme-code-block')?.classList.toggle('code-wrapped') ?? false;
  button.setAttribute('aria-pressed', String(on));
}

/** Source of a code block, without line numbers and marks. */
function readCode(button: HTMLElement): string {
  return (button.closest('.theme-code-block')?.querySelector('pre code')?.textContent ?? '').replace(
    /\n$/,
    '',
  );
}

/** Copies the page as Markdown. A click that opens a new tab still does. */
function copyPage(event: MouseEvent, link: HTMLElement): void {
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  // The browser requires copying to start in the click itself, before the text has loaded.
  const text = fetch(link.href).then((response) => {
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    return response.blob().then((blob) => new Blob([blob], { type: 'text/plain' }));
  });
  navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]).then(
    () => say(link),
    () => location.assign(link.href),
  );
}

async function copy(text: string, element: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The browser doesn't allow it. The text can still be selected.
    return;
  }
  say(element);
}

function say(element: HTMLElement): void {
  element.dataset.copied = texts.copied;
  announce(texts.copied);
  setTimeout(() => {
    delete element.dataset.copied;
    announce('');
  }, SAID_MS);
}
