import * as texts from 'virtual:site/texts';

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
      <button type="submit" className={isMain ? 'button button--main' : 'button'}>
        {label}
      </button>
    </form>
  );
}
