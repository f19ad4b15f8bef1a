import * as texts from 'virtual:site/texts';
import { ModalDialog } from '../modal-dialog.tsx';

/** Before what cannot be undone. The harmless button has the focus. */
export function ConfirmDialog({
  title,
  warning,
  action,
  onConfirm,
  onCancel,
}: {
  title: string;
  warning: string;
  action: string;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <ModalDialog title={title} onClose={onCancel}>
      <p>{warning}</p>
      <div className="modal__buttons">
        {/* biome-ignore lint/a11y/noAutofocus: in a dialog that has just opened, the harmless button */}
        <button type="button" className="button" autoFocus onClick={onCancel}>
          {texts.cancel}
        </button>
        <button type="button" className="button button--danger" onClick={onConfirm}>
          {action}
        </button>
      </div>
    </ModalDialog>
  );
}
