import { hasPublic } from 'virtual:site/has';
import * as texts from 'virtual:site/texts';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { ACCOUNT_PATH, loginUrl, pageHref, SIGN_OUT_URL, serverUrl } from '../../model/urls.ts';
import { inBackground } from '../../shared/in-background.ts';
import { signOut } from '../navigation/session.ts';
import { CircleUser, LogOut } from './icons.tsx';
import { readerName } from './reader-name.ts';

/** Whether nobody is signed in: a public page as visitors get it. */
export const VisitorContext = createContext(false);

export function useIsVisitor(): boolean {
  const isVisitor = useContext(VisitorContext);
  return hasPublic && isVisitor;
}

/** What there is for whoever reads: their account and the way out, or the way in. */
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
      // The place on the page is known only when the reader leaves it.
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
      {/* The style puts the name in its place, before the first paint where it is known by then. */}
      <span className="account-link__label">
        <span>{texts.account}</span>
      </span>
    </a>
  );
}

/** A plain form, so that signing out works without scripts too. */
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
