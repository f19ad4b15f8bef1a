import * as texts from 'virtual:site/texts';
import type { FormEvent } from 'react';
import type { AccountRow } from '../../../model/api/accounts.ts';
import { fillText } from '../../fill-text.ts';
import { ModalButtons, ModalDialog } from '../../modal-dialog.tsx';

interface GroupsProps {
  account: AccountRow;
  /** Those that the site declares. */
  groups: readonly { name: string; label: string; description: string }[];
  onChoose: (groups: string[]) => void;
  onClose: () => void;
}

/** Asks in which groups somebody is. */
export function GroupsDialog({ account, groups, onChoose, onClose }: GroupsProps) {
  // What the site declared once is shown by its name, so that it can be taken away.
  const others = account.groups.filter((own) => groups.every(({ name }) => name !== own));
  const shown = [...groups, ...others.map((name) => ({ name, label: name, description: '' }))];
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onChoose(new FormData(event.currentTarget).getAll('group').map(String));
  };
  return (
    <ModalDialog title={texts.userGroups} onClose={onClose}>
      <p>{fillText(texts.groupsLead, { email: account.email })}</p>
      <form className="modal__form" onSubmit={choose}>
        {shown.map(({ name, label, description }) => (
          <label className="check" key={name}>
            <input type="checkbox" name="group" value={name} defaultChecked={account.groups.includes(name)} />
            <span>
              {label}
              {description && <small>{description}</small>}
            </span>
          </label>
        ))}
        <ModalButtons action={texts.saveGroups} onClose={onClose} />
      </form>
    </ModalDialog>
  );
}
