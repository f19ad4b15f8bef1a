import { type ChangeEvent, useId } from 'react';
import type { Field } from './sandbox/endpoint-data.ts';

interface FieldInputProps {
  field: Field;
  value: string;
  onChange: (value: string) => void;
  /** Receives the chosen file, if the request can send it. Otherwise only the file's name is used. */
  onFile?: ((file: File | undefined) => void) | undefined;
}

/** One value of a request. Empty values aren't sent. */
export function FieldInput({ field, value, onChange, onFile }: FieldInputProps) {
  const id = useId();
  const { name, required } = field;
  const options = field.options ?? (field.type === 'boolean' ? [true, false] : undefined);
  const commonProps = {
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
      {field.type === 'file' && onFile ? (
        <input id={id} type="file" required={required} onChange={({ target }) => onFile(target.files?.[0])} />
      ) : options ? (
        <select {...commonProps}>
          <option value="">not sent</option>
          {options.map(String).map((option) => (
            <option key={option} value={option}>
              {option === '' ? 'empty' : option}
            </option>
          ))}
        </select>
      ) : field.type === 'json' ? (
        <textarea
          {...commonProps}
          rows={Math.min(ROWS_MAX, value.split('\n').length + 1)}
          spellCheck={false}
        />
      ) : (
        <input
          {...commonProps}
          autoComplete="off"
          spellCheck={false}
          inputMode={field.type === 'number' ? 'numeric' : undefined}
        />
      )}
    </p>
  );
}

const ROWS_MAX = 16;
