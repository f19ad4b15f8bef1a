import * as texts from 'virtual:site/texts';
import { useEffect, useId, useRef, useState } from 'react';
import { fillText } from '../../fill-text.ts';
import { Search } from '../../shell/icons.tsx';
import { changeQuery } from './use-table-query.ts';

/** Pause in typing before the server is asked. */
const TYPING_PAUSE_MS = 250;

interface SearchFieldProps {
  label: string;
  search: string;
}

/** Search field of a list. The URL stores its words as `search`. */
export function SearchField({ label, search }: SearchFieldProps) {
  const id = useId();
  const [typedSearch, setTyped] = useState(search);
  // The URL also changes by going back and by clearing all filters.
  const [typedFor, setTypedFor] = useState(search);
  if (search !== typedFor) {
    setTypedFor(search);
    if (search !== typedSearch.trim()) setTyped(search);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (text: string) => {
    clearTimeout(timer.current);
    changeQuery({ search: text.trim() }, 'replace');
  };
  return (
    <form
      className="filters__search"
      onSubmit={(event) => {
        event.preventDefault();
        ask(typedSearch);
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <Search size={16} />
      <input
        id={id}
        type="search"
        value={typedSearch}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        onChange={({ target: { value } }) => {
          setTyped(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => ask(value), TYPING_PAUSE_MS);
        }}
      />
    </form>
  );
}

interface FilterProps {
  label: string;
  /** Query parameter. */
  name: string;
  value: string | undefined;
}

export function Filter({ label, name, value = '', options }: FilterProps & OptionsProps) {
  return (
    <select aria-label={label} value={value} onChange={({ target }) => changeQuery({ [name]: target.value })}>
      <Options options={options} />
    </select>
  );
}

interface OptionsProps {
  options: readonly (readonly [value: string | number, text: string | number])[];
}

export function Options({ options }: OptionsProps) {
  return options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}

/** `value`: `YYYY-MM-DD`. */
export function DayField({ label, name, value = '' }: FilterProps) {
  const id = useId();
  return (
    <span className="filters__day">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={({ target }) => changeQuery({ [name]: target.value })}
      />
    </span>
  );
}

const periods = [90, 30, 7] as const;

/** Number of days to show: from the URL, else `usual`, which by default is all that are stored. */
export function readPeriod(
  query: URLSearchParams,
  defaultPeriod: (typeof periods)[number] = periods[0],
): number {
  return periods.find((days) => String(days) === query.get('days')) ?? defaultPeriod;
}

export function Period({ days }: { days: number }) {
  return (
    <Filter
      label={texts.period}
      name="days"
      value={String(days)}
      options={periods.map((count) => [String(count), fillText(texts.lastDays, { count })] as const)}
    />
  );
}
