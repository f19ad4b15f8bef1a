interface Props<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChange: (value: Value) => void;
}

/** Buttons to choose which part of a list to show. */
export function Segments<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  return (
    <ul className="segments" aria-label={label}>
      {options.map(([name, text]) => (
        <li key={name}>
          <button type="button" aria-pressed={name === value} onClick={() => onChange(name)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
