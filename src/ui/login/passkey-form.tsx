import * as texts from 'virtual:site/texts';
import { keepLanguage, SECOND_FACTOR_PATH, SIGN_IN_URL } from '../../model/urls.ts';
import { Button } from '../button.tsx';

interface Props {
  purpose: 'sign-in' | 'second-factor';
  label: string;
}

/**
 * Form for a passkey, shown by its script, which fills it with the authenticator's response and sends it.
 * `{{passkeys}}` is empty if browsers can't use passkeys here.
 */
export function PasskeyForm({ purpose, label }: Props) {
  const isSecond = purpose === 'second-factor';
  const messages = { failed: texts.factorPasskeyFailed, cancelled: texts.factorPasskeyCancelled };
  return (
    <form
      method="post"
      action={keepLanguage(isSecond ? SECOND_FACTOR_PATH : SIGN_IN_URL)}
      hidden
      data-passkey={purpose}
      data-shown="{{passkeys}}"
      data-messages={JSON.stringify(messages)}
    >
      <input type="hidden" name="next" value="{{next}}" />
      <input type="hidden" name="passkey" />
      <Button type="submit" look={isSecond ? 'main' : undefined}>
        {label}
      </Button>
    </form>
  );
}
