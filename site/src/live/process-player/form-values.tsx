import { useId } from 'react';
import { Choice } from '../../choice.tsx';
import type { Values } from './condition.ts';
import type { DiagramVariable } from './diagram.ts';

interface FormValuesProps {
  variables: readonly DiagramVariable[];
  values: Values;
  onChange: (name: string, value: string) => void;
}

/**
 * Fields for the variables in the conditions of a gateway. They show at once which way follows; the reader can still
 * choose another one.
 */
export function FormValues({ variables, values, onChange }: FormValuesProps) {
  return (
    <fieldset className="process-player__values">
      <legend>Values of the form</legend>
      {variables.map((variable) => (
        <Field
          key={variable.name}
          variable={variable}
          value={values[variable.name] ?? ''}
          onChange={(value) => onChange(variable.name, value)}
        />
      ))}
    </fieldset>
  );
}

interface FieldProps {
  variable: DiagramVariable;
  value: string;
  onChange: (value: string) => void;
}

function Field({ variable: { label, look, options }, value, onChange }: FieldProps) {
  const id = useId();
  if (look === 'check')
    return (
      <label>
        <input
          type="checkbox"
          checked={value === '1'}
          onChange={({ target }) => onChange(target.checked ? '1' : '')}
        />{' '}
        {label}
      </label>
    );
  if (look === 'choice')
    return (
      <span>
        <Choice label={label} value={value} options={[['', '(empty)'], ...options]} onChange={onChange} />
      </span>
    );
  return (
    <span>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        inputMode={look === 'number' ? 'decimal' : undefined}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}
