import * as texts from 'virtual:site/texts';
import { Button } from '../button.tsx';

interface Props {
  action: string;
  purpose: 'sign-in' | 'second-factor';
  label: string;
  /** A placeholder that the server fills in; empty where browsers can use none. */
  shown: string;
  isMain?: boolean;
}

/** Shown by its script, which puts what the authenticator says into the form and sends it. */
export function PasskeyForm({ action, purpose, label, shown, isMain = false }: Props) {
  const messages = { failed: texts.factorPasskeyFailed, cancelled: texts.factorPasskeyCancelled };
  return (
    <form
      method="post"
      action={action}
      hidden
      data-passkey={purpose}
      data-shown={shown}
      data-messages={JSON.stringify(messages)}
    >
      <input type="hidden" name="next" value="{{next}}" />
      <input type="hidden" name="passkey" />
      <Button type="submit" look={isMain ? 'main' : undefined}>
        {label}
      </Button>
    </form>
  );
}
