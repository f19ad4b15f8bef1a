import * as texts from 'virtual:site/texts';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { SEARCH_QUERY_MAX_CHARACTERS } from '../../config/constants.ts';
import { SEARCH_PATH } from '../../model/urls.ts';
import { Search as SearchIcon, X } from '../shell/icons.tsx';
import type { SearchController } from './search-controller.ts';
import { SearchPanel } from './search-panel.tsx';

export function SearchDialog({ search }: { search: SearchController }) {
  const { autocomplete } = search;
  const state = useSyncExternalStore(search.state.subscribe, search.state.get);
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useKeyboardAway(search, dialog);

  const close = () => {
    dialog.current?.close();
    // The browser removes the focus later, and would send the next key to an input that is gone.
    input.current?.blur();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // Stop the event before the input, which would clear the query.
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const onClick = (event: MouseEvent) => {
    // A click on the dialog element itself is outside of its frame.
    if (event.target === dialog.current) close();
  };

  const hasItems = state.collections.some(({ items }) => items.length > 0);
  const { onSubmit } = autocomplete.getFormProps({ inputElement: null });
  const { autoFocus: _, ...inputProps } = autocomplete.getInputProps({
    inputElement: null,
    maxLength: SEARCH_QUERY_MAX_CHARACTERS,
  });
  // The library closes the panel with Tab, although links and buttons in it are reached by this key.
  const onInputKeyDown: typeof inputProps.onKeyDown = (event) => {
    if (event.key !== 'Tab') inputProps.onKeyDown(event);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it.
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label={texts.search}
      data-status={state.failed ? 'error' : state.status}
      onKeyDownCapture={onKeyDown}
      onClick={onClick}
      onClose={() => autocomplete.setIsOpen(false)}
    >
      <div className="search-dialog__frame">
        <form className="search-dialog__form" action={SEARCH_PATH} onSubmit={onSubmit}>
          <SearchIcon size={18} />
          <input
            {...inputProps}
            onKeyDown={onInputKeyDown}
            ref={input}
            className="search-dialog__input"
            role="combobox"
            aria-label={texts.search}
            aria-labelledby={undefined}
            aria-haspopup="listbox"
            aria-autocomplete="list"
            aria-expanded={state.isOpen && hasItems}
            aria-activedescendant={hasItems ? inputProps['aria-activedescendant'] : undefined}
            aria-controls={state.isOpen && hasItems ? inputProps['aria-controls'] : undefined}
            spellCheck={false}
          />
          <span className="search-dialog__busy" aria-hidden="true" />
          <button
            type="button"
            className="search-dialog__close"
            aria-label={texts.closeSearch}
            onClick={close}
          >
            <X size={18} />
          </button>
        </form>
        <SearchPanel search={search} state={state} />
        <p className="search-dialog__keys">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {texts.searchKeySelect}
          </span>
          <span>
            <kbd>↵</kbd> {texts.searchKeyOpen}
          </span>
          <span>
            <kbd>Esc</kbd> {texts.searchKeyClose}
          </span>
        </p>
      </div>
    </dialog>
  );
}

/** On a touch screen, scrolling the hits puts the keyboard away. */
function useKeyboardAway(
  { autocomplete }: SearchController,
  dialog: { current: HTMLDialogElement | null },
): void {
  useEffect(() => {
    const panelElement = dialog.current;
    const inputElement = panelElement?.querySelector('input');
    const formElement = inputElement?.form;
    if (!panelElement || !inputElement || !formElement) return;
    const { onTouchMove } = autocomplete.getEnvironmentProps({ formElement, inputElement, panelElement });
    addEventListener('touchmove', onTouchMove);
    return () => removeEventListener('touchmove', onTouchMove);
  }, [autocomplete, dialog]);
}
