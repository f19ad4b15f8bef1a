import { hasAccounts, hasPublic } from 'virtual:site/has';
import * as texts from 'virtual:site/texts';
import { useSyncExternalStore } from 'react';
import {
  ACCOUNT_PATH,
  ADMIN_PATH,
  buildLoginUrl,
  pageHref,
  SIGN_OUT_URL,
  toServerUrl,
} from '../../../model/urls.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { signOut } from '../../navigation/session.ts';
import type { ShellConfig } from '../../page-data.ts';
import { CircleUser, Moon, Sun } from '../icons.tsx';
import { useIsVisitor } from '../visitor.tsx';
import { Dropdown, type MenuPlace } from './dropdown.tsx';
import { isAdministrator, readerName } from './reader-name.ts';
import { ThemeChoices } from './theme-choices.tsx';

interface Props {
  config: ShellConfig;
  /** Path of the page. */
  path: string;
  place: MenuPlace;
}

/**
 * The menu at the reader's name. Visitors get a link to the sign-in page, and a menu of themes. Without accounts there is
 * no sign-in, and the menu of themes leads to administration, too.
 */
export function ReaderMenu({ config, path, place }: Props) {
  const isVisitor = useIsVisitor();
  const name = useSyncExternalStore(readerName.subscribe, readerName.get, () => undefined);
  const administers = useSyncExternalStore(isAdministrator.subscribe, isAdministrator.get, () => false);
  const themes = !config.fixedTheme && <ThemeChoices config={config} />;
  if (!hasAccounts || (hasPublic && isVisitor))
    return (
      <>
        {themes && (
          <div className="reader-menu dropdown needs-script">
            <Dropdown place={place}>
              <summary className="icon-button" aria-label={texts.theme} title={texts.theme}>
                {/* Both icons are in the page. The style shows the right one, so that nothing flashes. */}
                <Sun size={18} className="of-light-theme" />
                <Moon size={18} className="of-dark-theme" />
              </summary>
              <div className="dropdown__menu">
                {hasAccounts ? (
                  themes
                ) : (
                  <>
                    {administers && (
                      <a className="dropdown__link" href={ADMIN_PATH}>
                        {texts.administration}
                      </a>
                    )}
                    {themes}
                  </>
                )}
              </div>
            </Dropdown>
          </div>
        )}
        {hasAccounts && <SignInLink path={path} />}
      </>
    );
  return (
    <div className="reader-menu dropdown">
      <Dropdown place={place}>
        <summary
          className="navbar__link quiet-button account-link"
          aria-label={name ? `${texts.account}: ${name}` : texts.account}
          title={name}
        >
          <CircleUser size={16} />
          {/* The style inserts the name, before the first paint if it is known by then. */}
          <span className="account-link__label">
            <span>{texts.account}</span>
          </span>
        </summary>
        <div className="dropdown__menu">
          <a className="dropdown__link" href={ACCOUNT_PATH}>
            {texts.account}
          </a>
          {administers && (
            <a className="dropdown__link" href={ADMIN_PATH}>
              {texts.administration}
            </a>
          )}
          {themes}
          <SignOutForm />
        </div>
      </Dropdown>
    </div>
  );
}

function SignInLink({ path }: { path: string }) {
  return (
    <a
      className="navbar__link quiet-button sign-in-link"
      href={buildLoginUrl({ next: toServerUrl(pageHref(path)) })}
      // The fragment is known only when the reader leaves.
      onClick={({ currentTarget }) => {
        const { pathname, search, hash } = location;
        currentTarget.href = buildLoginUrl({ next: toServerUrl(pathname + search + hash) });
      }}
    >
      <CircleUser size={16} />
      {texts.signIn}
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
        runInBackground(signOut(event.currentTarget));
      }}
    >
      <button type="submit" className="dropdown__link" lang={texts.signInLanguage}>
        {texts.signOut}
      </button>
    </form>
  );
}
