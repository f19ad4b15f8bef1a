import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { pageHref } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { adoptStyle } from '../adopt-style.ts';
import type { PageEnvelope, SidebarNode } from '../page-data.ts';
import { PAGE_ID } from '../shell/element-ids.ts';
import style from './search.css?inline';
import type { SearchScope } from './search-client.ts';
import { forgetAnswers } from './search-client.ts';
import { createSearchController, type SearchController, type SearchSection } from './search-controller.ts';
import { SearchDialog } from './search-dialog.tsx';

interface OpenedSearch {
  dialog: HTMLDialogElement;
  search: SearchController;
  /** Reads again where to search, because the page may be another one by now. */
  refreshScope(): void;
}

/** Undefined until the reader opens the dialog for the first time. */
let openedSearch: OpenedSearch | undefined;

/**
 * Opens the dialog, or closes it if it is open. It stays in the page: reopened, it has the last query, or what was
 * typed before it was ready.
 */
export function openSearch(typedText: string): void {
  openedSearch ??= putDialogInPage();
  if (openedSearch?.dialog.open) openedSearch.dialog.close();
  else if (openedSearch) show(openedSearch, typedText);
}

function show({ dialog, search, refreshScope }: OpenedSearch, typedText: string): void {
  forgetAnswers();
  refreshScope();
  dialog.showModal();
  const input = dialog.querySelector('input');
  input?.focus();
  input?.select();
  if (typedText === '') return;
  // The next key follows it.
  flushSync(() => search.autocomplete.setQuery(typedText));
  input?.setSelectionRange(typedText.length, typedText.length);
  runInBackground(search.autocomplete.refresh());
}

function putDialogInPage(): OpenedSearch | undefined {
  adoptStyle(style);
  const container = document.createElement('div');
  document.body.append(container);
  const { site, page } = readEnvelope();
  const sidebar = page?.sidebar ?? page?.drawer;
  let scope = readScope(site);
  const search = createSearchController({
    resultsPerGroup: site?.search.resultsPerGroup ?? 5,
    scope: () => scope,
    isVisitor: site?.visitor !== undefined,
    sections: (sidebar?.items ?? []).flatMap(toSection),
    close: () => openedSearch?.dialog.close(),
  });
  flushSync(() => createRoot(container).render(<SearchDialog search={search} />));
  const dialog = container.querySelector('dialog');
  const refreshScope = () => {
    scope = readScope(site);
  };
  return dialog ? { dialog, search, refreshScope } : undefined;
}

/** A category at the top of the sidebar. */
function toSection(node: SidebarNode): SearchSection[] {
  const href = node.type === 'category' ? (node.href ?? node.firstHref) : undefined;
  return node.type === 'category' && href !== undefined ? [{ url: pageHref(href), title: node.label }] : [];
}

function readEnvelope(): Partial<PageEnvelope> {
  // The same build wrote this script and the data.
  return JSON.parse(document.getElementById(PAGE_ID)?.textContent ?? '{}');
}

/** Search scope: the current version, and the last ones of other documentations. */
function readScope(site: PageEnvelope['site'] | undefined): SearchScope {
  const set = document.querySelector<HTMLElement>('main')?.dataset.set?.replace(/^.*:/, '') ?? '';
  const [instance = '', version] = set.split('/');
  const tags = { ...(site?.search.tags ?? { default: 'docs-default-current' }) };
  if (version !== undefined) tags[instance] = `docs-${instance}-${version}`;
  return { language: site?.lang ?? 'en', tags: Object.values(tags) };
}
