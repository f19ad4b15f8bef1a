import { useId } from 'react';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, words: string])[];
  onChange: (value: Value) => void;
}

/** A select field with its label, for live parts. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>{' '}
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosenOption = options.find(([one]) => one === target.value);
          if (chosenOption) onChange(chosenOption[0]);
        }}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </>
  );
}
