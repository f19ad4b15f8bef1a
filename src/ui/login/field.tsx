interface Props {
  label: string;
  name: string;
  type: 'email' | 'password' | 'text';
  autoComplete: string;
  /** A placeholder that the server fills in. */
  value?: string;
  hint?: string;
  minLength?: number;
  maxLength?: number;
  autoFocus?: boolean;
  isOptional?: boolean;
}

export function Field({ label, name, hint, value, isOptional = false, ...input }: Props) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        required={!isOptional}
        defaultValue={value}
        {...input}
        {...(hint === undefined ? {} : { 'aria-describedby': `${name}-hint` })}
        {...(input.type === 'text' ? {} : { autoCapitalize: 'none', spellCheck: false })}
      />
      {hint !== undefined && (
        <p className="field__hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
