import * as texts from 'virtual:site/texts';
import { useSyncExternalStore } from 'react';
import { ACCOUNT_PATH } from '../../model/urls.ts';
import { CircleUser } from './icons.tsx';
import { readerName } from './reader-name.ts';

export function AccountLink() {
  const name = useSyncExternalStore(readerName.subscribe, readerName.get, () => undefined);
  return (
    <a
      className="quiet-button account-link"
      href={ACCOUNT_PATH}
      {...(name === undefined ? {} : { 'aria-label': `${texts.account}: ${name}`, title: name })}
    >
      <CircleUser size={16} />
      {/* The style puts the name in its place, before the first paint where it is known by then. */}
      <span className="account-link__label">
        <span>{texts.account}</span>
      </span>
    </a>
  );
}
