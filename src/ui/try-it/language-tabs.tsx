import * as texts from 'virtual:site/texts';
import { type KeyboardEvent, useRef } from 'react';

interface LanguageTabsProps<Name extends string> {
  languages: readonly (readonly [name: Name, label: string])[];
  value: Name;
  /** Id of the element with the request. */
  panel: string;
  onChange: (name: Name) => void;
}

/** Tabs with the languages of a request. The arrow keys move between them. */
export function LanguageTabs<Name extends string>(props: LanguageTabsProps<Name>) {
  const { languages, value, panel, onChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = languages.findIndex(([name]) => name === value);
    const target = (index + step + languages.length) % languages.length;
    const language = languages[target];
    if (language) onChange(language[0]);
    const tab = list.current?.children[target];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={texts.tryItLanguage} className="try-it__tabs">
      {languages.map(([name, label]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === value}
          aria-controls={panel}
          tabIndex={name === value ? 0 : -1}
          onClick={() => onChange(name)}
          onKeyDown={onKeyDown}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
