interface Props {
  label: string;
  name: string;
  /** Id of the field. Set it if another field of the page has the same name. */
  id?: string;
  type?: 'email' | 'password' | 'text';
  autoComplete?: string;
  /** Slot that the server fills in. */
  value?: string;
  /** A check mark shows that a new password meets it. */
  hint?: string;
  /** Follows the hint. */
  advice?: string;
  minLength?: number;
  maxLength?: number;
  inputMode?: 'numeric';
  autoFocus?: boolean;
  isOptional?: boolean;
  /** Name of a button that shows the password. Only pages with `login-client.ts` have one. */
  showLabel?: string;
}

/** Field for an existing password. */
export function PasswordField(props: Omit<Props, 'type' | 'autoComplete'>) {
  return <Field type="password" autoComplete="current-password" {...props} />;
}

/** Field for a new password. */
export function NewPasswordField(props: Omit<Props, 'type' | 'autoComplete' | 'minLength'>) {
  return <Field type="password" autoComplete="new-password" minLength={12} {...props} />;
}

export function Field({
  label,
  name,
  id = name,
  hint,
  advice,
  value,
  isOptional = false,
  ...inputProps
}: Props) {
  const { type = 'text', autoComplete = 'off', showLabel, ...input } = inputProps;
  const control = (
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
  );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {showLabel === undefined ? (
        control
      ) : (
        <div className="field__password">
          {control}
          <ShowPassword label={showLabel} />
        </div>
      )}
      {hint !== undefined && (
        <p className="field__hint" id={`${id}-hint`}>
          <span className="field__rule">{hint}</span>
          {advice}
        </p>
      )}
    </div>
  );
}

/** A title instead of a label, so that the field alone is labelled as the password. The icon is Lucide's. */
function ShowPassword({ label }: { label: string }) {
  return (
    <button type="button" className="field__show" title={label} aria-pressed={false}>
      <svg
        width={20}
        height={20}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0" />
        <circle cx="12" cy="12" r="3" />
        <path className="field__hidden" d="m3 3 18 18" />
      </svg>
    </button>
  );
}
