import * as texts from 'virtual:site/texts';
import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';
import { ModalDialog } from './modal-dialog.tsx';

/** Asks for confirmation before something that can't be undone. */
export interface Question {
  title: string;
  /** Says what follows. */
  warning: string;
  /** Label of the button that confirms. */
  action: string;
}

interface Props extends Question {
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks a question. The harmless button has the focus. */
export function ConfirmDialog({ title, warning, action, onConfirm, onCancel }: Props) {
  return (
    <ModalDialog title={title} onClose={onCancel}>
      <p>{warning}</p>
      <div className="modal__buttons">
        <Button autoFocus onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button look="danger" onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </ModalDialog>
  );
}

interface AskingButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** Undefined if there is nothing to ask. */
  question: Question | undefined;
  onConfirm: () => void;
}

/** Button for something that can't be undone: it asks first. */
export function AskingButton({ question, onConfirm, ...button }: AskingButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => (question ? setAsking(true) : onConfirm())} />
      {isAsking && question && (
        <ConfirmDialog
          {...question}
          onConfirm={() => {
            setAsking(false);
            onConfirm();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
