import * as texts from 'virtual:site/texts';
import { AskingButton } from '../confirm-dialog.tsx';
import { fillText } from '../fill-text.ts';

interface Props {
  /** Name of the token or the connected app. */
  name: string;
  /** Says what revoking does. */
  warning: string;
  onRevoke: () => void;
}

/** Button that revokes a token, and asks first. */
export function RevokeToken({ name, warning, onRevoke }: Props) {
  return (
    <AskingButton
      aria-label={fillText(texts.endNamedToken, { name })}
      question={{ title: fillText(texts.endTokenTitle, { name }), warning, action: texts.endToken }}
      onConfirm={onRevoke}
    >
      {texts.endToken}
    </AskingButton>
  );
}
