interface Props {
  label: string;
  name: string;
  /** Needed if another field of the page has the same name. */
  id?: string;
  type?: 'email' | 'password' | 'text';
  autoComplete?: string;
  /** Slot that the server fills in. */
  value?: string;
  hint?: string;
  minLength?: number;
  maxLength?: number;
  inputMode?: 'numeric';
  autoFocus?: boolean;
  isOptional?: boolean;
}

/** Field for an existing password. */
export function PasswordField(props: Omit<Props, 'type' | 'autoComplete'>) {
  return <Field type="password" autoComplete="current-password" {...props} />;
}

/** Field for a new password. */
export function NewPasswordField(props: Omit<Props, 'type' | 'autoComplete' | 'minLength'>) {
  return <Field type="password" autoComplete="new-password" minLength={12} {...props} />;
}

export function Field({ label, name, id = name, hint, value, isOptional = false, ...inputProps }: Props) {
  const { type = 'text', autoComplete = 'off', ...input } = inputProps;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        required={!isOptional}
        defaultValue={value}
        type={type}
        autoComplete={autoComplete}
        {...input}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        {...(type === 'text' ? {} : { autoCapitalize: 'none', spellCheck: false })}
      />
      {hint !== undefined && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
