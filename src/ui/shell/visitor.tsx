import { hasPublic } from 'virtual:site/has';
import * as texts from 'virtual:site/texts';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { ACCOUNT_PATH, loginUrl, pageHref, SIGN_OUT_URL, serverUrl } from '../../model/urls.ts';
import { inBackground } from '../../shared/in-background.ts';
import { signOut } from '../navigation/session.ts';
import { CircleUser, LogOut } from './icons.tsx';
import { readerName } from './reader-name.ts';

/** Whether this is a public page for visitors. */
export const VisitorContext = createContext(false);

export function useIsVisitor(): boolean {
  const isVisitor = useContext(VisitorContext);
  return hasPublic && isVisitor;
}

/** Links of the reader: account and sign-out, or sign-in. */
export function ReaderLinks({ path }: { path: string }) {
  if (!useIsVisitor())
    return (
      <>
        <AccountLink />
        <SignOutForm />
      </>
    );
  return (
    <a
      className="quiet-button sign-in-link"
      href={loginUrl({ next: serverUrl(pageHref(path)) })}
      // The fragment is known only when the reader leaves.
      onClick={({ currentTarget }) => {
        const { pathname, search, hash } = location;
        currentTarget.href = loginUrl({ next: serverUrl(pathname + search + hash) });
      }}
    >
      <CircleUser size={16} />
      {texts.signIn}
    </a>
  );
}

function AccountLink() {
  const name = useSyncExternalStore(readerName.subscribe, readerName.get, () => undefined);
  return (
    <a
      className="quiet-button account-link"
      href={ACCOUNT_PATH}
      aria-label={name && `${texts.account}: ${name}`}
      title={name}
    >
      <CircleUser size={16} />
      {/* The style inserts the name, before the first paint if it is known by then. */}
      <span className="account-link__label">
        <span>{texts.account}</span>
      </span>
    </a>
  );
}

/** A plain form, so that signing out works without scripts. */
function SignOutForm() {
  return (
    <form
      className="sign-out"
      method="post"
      action={SIGN_OUT_URL}
      onSubmit={(event) => {
        event.preventDefault();
        inBackground(signOut(event.currentTarget));
      }}
    >
      <button type="submit" className="quiet-button" lang={texts.signInLanguage}>
        <LogOut size={16} />
        {texts.signOut}
      </button>
    </form>
  );
}
