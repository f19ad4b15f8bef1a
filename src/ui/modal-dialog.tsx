import * as texts from 'virtual:site/texts';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { X } from './shell/icons.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The first field, or the one that is chosen in a group of radio buttons. In a question, the button that cancels. */
const FIRST_CONTROL =
  'form :is(input:not([type="hidden"], [type="radio"]:not(:checked)), select, textarea), .modal__buttons .button';

/**
 * A modal dialog, open while mounted. The browser keeps the focus inside and returns it. The focus begins where readers
 * continue, not at the button that closes the dialog, which is the first control.
 */
export function ModalDialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect ends while the dialog is still in the page. Only a dialog in the page gives back the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>(FIRST_CONTROL)?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="modal" aria-labelledby={titleId} onClose={onClose}>
      <header className="modal__top">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="icon-button" aria-label={texts.close} onClick={onClose}>
          <X size={18} />
        </button>
      </header>
      {children}
    </dialog>
  );
}

interface ModalButtonsProps {
  action: string;
  look?: 'main' | 'danger';
  isBusy?: boolean;
  onClose: () => void;
}

/** Buttons of a form in a dialog: cancel and submit. */
export function ModalButtons({ action, look = 'main', isBusy = false, onClose }: ModalButtonsProps) {
  return (
    <div className="modal__buttons">
      <Button onClick={onClose}>{texts.cancel}</Button>
      <Button type="submit" look={look} aria-disabled={isBusy}>
        {action}
      </Button>
    </div>
  );
}
