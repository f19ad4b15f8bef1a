import { type ChangeEvent, useId } from 'react';
import type { Field } from './sandbox/endpoint-data.ts';

interface FieldInputProps {
  field: Field;
  value: string;
  onChange: (value: string) => void;
}

/** One value of a request. What is empty is not sent. */
export function FieldInput({ field, value, onChange }: FieldInputProps) {
  const id = useId();
  const { name, required } = field;
  const options = field.options ?? (field.type === 'boolean' ? [true, false] : undefined);
  const given = {
    id,
    value,
    'aria-required': required,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      onChange(target.value),
  };
  return (
    <p className="try-it__field">
      <label htmlFor={id}>
        <code>{name}</code>
        {required && ' required'}
      </label>
      {options ? (
        <select {...given}>
          <option value="">not sent</option>
          {options.map(String).map((option) => (
            <option key={option} value={option}>
              {option === '' ? 'empty' : option}
            </option>
          ))}
        </select>
      ) : field.type === 'json' ? (
        <textarea {...given} rows={Math.min(ROWS_MAX, value.split('\n').length + 1)} spellCheck={false} />
      ) : (
        <input
          {...given}
          autoComplete="off"
          spellCheck={false}
          inputMode={field.type === 'number' ? 'numeric' : undefined}
        />
      )}
    </p>
  );
}

const ROWS_MAX = 16;
