import * as texts from 'virtual:site/texts';
import { SIGN_OUT_URL } from '../../model/urls.ts';
import { signOut } from '../navigation/session.ts';
import { LogOut } from './icons.tsx';

/** A plain form, so that signing out works without scripts too. */
export function SignOutForm() {
  return (
    <form
      className="sign-out"
      method="post"
      action={SIGN_OUT_URL}
      onSubmit={(event) => {
        event.preventDefault();
        void signOut(event.currentTarget);
      }}
    >
      <button type="submit" className="quiet-button" lang={texts.signInLanguage}>
        <LogOut size={16} />
        {texts.signOut}
      </button>
    </form>
  );
}
