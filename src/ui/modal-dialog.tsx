import * as texts from 'virtual:site/texts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { X } from './shell/icons.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shown as long as it is there. The browser keeps the focus inside, and gives it back. */
export function ModalDialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // What held the focus gets it back only from a dialog that is closed before it is taken away.
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

/** Below a form in a dialog: the way back, and what sends it. */
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
