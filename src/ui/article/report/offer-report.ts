import * as texts from 'virtual:site/texts';
import { runInBackground } from '../../../shared/in-background.ts';
import { adoptStyle } from '../../adopt-style.ts';
import { findReportedPage, readPassage } from './passage.ts';
import style from './report.css?inline';

/** A selection that stays for this long is finished, unless the pointer is still down. */
const SELECTED_MS = 200;
const GAP_PX = 8;

/** Shows a button below a passage that the reader has selected, to report a problem. Returns a function that ends it. */
export function offerReport(article: HTMLElement): () => void {
  const page = findReportedPage();
  const main = article.closest('main');
  if (page === undefined || !main) return () => {};
  adoptStyle(style);
  const button = createButton();
  let passage: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    passage = readPassage(article);
    if (passage === undefined) button.remove();
    else {
      main.append(button);
      moveBelowSelection(button, article);
    }
  };
  // Readers may have selected something before this was loaded.
  update();
  const over = new AbortController();
  const { signal } = over;
  document.addEventListener(
    'selectionchange',
    () => {
      clearTimeout(timer);
      timer = setTimeout(update, SELECTED_MS);
    },
    { signal },
  );
  // Otherwise pressing the button would end the selection, and the button would be gone before it is clicked.
  button.addEventListener('pointerdown', (event) => event.preventDefault(), { signal });
  button.addEventListener(
    'click',
    () => {
      const reportedPassage = { page, passage: passage ?? '' };
      runInBackground(import('./report-dialog.tsx').then((dialog) => dialog.reportProblem(reportedPassage)));
    },
    { signal },
  );
  return () => {
    over.abort();
    clearTimeout(timer);
    button.remove();
  };
}

function createButton(): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button report-offer';
  button.textContent = texts.reportProblem;
  return button;
}

/** Moves the button below the end of the selection, within the column of the article. */
function moveBelowSelection(button: HTMLElement, article: HTMLElement): void {
  const lines = getSelection()?.getRangeAt(0).getClientRects();
  const last = lines?.[lines.length - 1];
  if (!last) return;
  button.style.translate = 'none';
  const place = button.getBoundingClientRect();
  const column = article.getBoundingClientRect();
  const left = Math.max(column.left, Math.min(last.right, column.right) - place.width);
  button.style.translate = `${left - place.left}px ${last.bottom + GAP_PX - place.top}px`;
}
