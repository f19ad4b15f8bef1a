import * as texts from 'virtual:site/texts';
import { Button } from './button.tsx';
import { ModalDialog } from './modal-dialog.tsx';

interface Props {
  title: string;
  warning: string;
  action: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before something that can't be undone. The harmless button has the focus. */
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
