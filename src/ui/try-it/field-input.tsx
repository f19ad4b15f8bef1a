import * as texts from 'virtual:site/texts';
import { type ChangeEvent, useId } from 'react';

/** One value of a request, as the reader enters it. */
export interface RequestField {
  name: string;
  type: 'text' | 'number' | 'boolean' | 'json' | 'file';
  required: boolean;
  /** The allowed values, from which the reader chooses. */
  options?: readonly unknown[] | undefined;
}

export interface FieldInputProps {
  field: RequestField;
  value: string;
  onChange: (value: string) => void;
  /** Receives the chosen file, if the request can send it. Otherwise only the file's name is used. */
  onFile?: ((file: File | undefined) => void) | undefined;
}

/** The input for one value of a request. Empty values aren't sent. */
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
        <code dir="ltr">{name}</code>
        {required && ` ${texts.apiRequiredMark}`}
      </label>
      {field.type === 'file' && onFile ? (
        <input id={id} type="file" required={required} onChange={({ target }) => onFile(target.files?.[0])} />
      ) : options ? (
        <select {...commonProps}>
          <option value="">{texts.tryItNotSent}</option>
          {options.map(String).map((option) => (
            <option key={option} value={option}>
              {option === '' ? texts.tryItEmpty : option}
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
