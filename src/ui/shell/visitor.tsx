import { hasPublic } from 'virtual:site/has';
import * as texts from 'virtual:site/texts';
import { createContext, useContext } from 'react';
import { loginUrl, pageHref, serverUrl } from '../../model/urls.ts';
import { AccountLink } from './account-link.tsx';
import { CircleUser } from './icons.tsx';
import { SignOutForm } from './sign-out-form.tsx';

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
    <a className="quiet-button sign-in-link" href={loginUrl({ next: serverUrl(pageHref(path)) })}>
      <CircleUser size={16} />
      {texts.signIn}
    </a>
  );
}
