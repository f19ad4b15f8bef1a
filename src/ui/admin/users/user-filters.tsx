import * as texts from 'virtual:site/texts';
import { useEffect, useId, useRef, useState } from 'react';
import { Search } from '../../shell/icons.tsx';
import type { useTableQuery } from '../table/use-table-query.ts';
import type { WantedUsers } from './users-query.ts';

/** A pause in typing that is long enough to ask the server. */
const TYPING_PAUSE_MS = 250;

interface Props {
  wanted: WantedUsers;
  change: ReturnType<typeof useTableQuery>['change'];
}

export function UserFilters({ wanted, change }: Props) {
  return (
    <search className="filters">
      <SearchField search={wanted.search} change={change} />
      <Filter
        label={texts.userRole}
        value={wanted.role}
        onChange={(role) => change({ role })}
        options={[
          ['', texts.allRoles],
          ['reader', texts.reader],
          ['administrator', texts.administrator],
        ]}
      />
      <Filter
        label={texts.userState}
        value={wanted.state}
        onChange={(state) => change({ state })}
        options={[
          ['', texts.allStates],
          ['active', texts.stateActive],
          ['invited', texts.stateInvited],
          ['disabled', texts.stateDisabled],
          ['elsewhere', texts.stateElsewhere],
        ]}
      />
    </search>
  );
}

function SearchField({ search, change }: { search: string; change: Props['change'] }) {
  const id = useId();
  const [typed, setTyped] = useState(search);
  // What the address says changes by other ways too: back, or the button that clears all.
  const [shown, setShown] = useState(search);
  if (search !== shown) {
    setShown(search);
    if (search !== typed.trim()) setTyped(search);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (text: string) => {
    clearTimeout(timer.current);
    change({ search: text.trim() }, 'replace');
  };
  return (
    <form
      className="filters__search"
      onSubmit={(event) => {
        event.preventDefault();
        ask(typed);
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        {texts.findUsers}
      </label>
      <Search size={16} />
      <input
        id={id}
        type="search"
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.findUsers}
        onChange={({ target: { value } }) => {
          setTyped(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => ask(value), TYPING_PAUSE_MS);
        }}
      />
    </form>
  );
}

function Filter({
  label,
  value = '',
  options,
  onChange,
}: {
  label: string;
  value: string | undefined;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}) {
  return (
    <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}
