import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
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
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button aria-label={fillText(texts.endNamedToken, { name })} onClick={() => setAsking(true)}>
        {texts.endToken}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={fillText(texts.endTokenTitle, { name })}
          warning={warning}
          action={texts.endToken}
          onConfirm={() => {
            setAsking(false);
            onRevoke();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
