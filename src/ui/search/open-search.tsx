import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { PageEnvelope } from '../page-data.ts';
import { PAGE_ID } from '../shell/element-ids.ts';
import style from './search.css?inline';
import { forgetAnswers } from './search-client.ts';
import { createSearch } from './search-controller.ts';
import { SearchDialog } from './search-dialog.tsx';

let dialog: HTMLDialogElement | null | undefined;

/** Opens the dialog, or closes it when it is open. It stays in the page: reopened, it has the last query. */
export function openSearch(): void {
  dialog ??= putDialogInPage();
  if (!dialog) return;
  if (dialog.open) dialog.close();
  else show(dialog);
}

function show(closed: HTMLDialogElement): void {
  forgetAnswers();
  closed.showModal();
  const input = closed.querySelector('input');
  input?.focus();
  input?.select();
}

function putDialogInPage(): HTMLDialogElement | null {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  const place = document.createElement('div');
  document.body.append(place);
  const search = createSearch({ resultsPerGroup: resultsPerGroup(), close: () => dialog?.close() });
  flushSync(() => createRoot(place).render(<SearchDialog search={search} />));
  return place.querySelector('dialog');
}

function resultsPerGroup(): number {
  // Written by the same build as this script.
  const { site } = JSON.parse(document.getElementById(PAGE_ID)?.textContent ?? '{}') as Partial<PageEnvelope>;
  return site?.search.resultsPerGroup ?? 5;
}
