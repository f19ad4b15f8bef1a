import { useState } from 'react';

/** Shows the values that the case would store, by the names for triggers and conditions. */
export function Variables({ variables }: { variables: Readonly<Record<string, unknown>> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="live-form__variables" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Values of the form</summary>
      {/* Screen readers don't announce them at each key press. */}
      {isOpen && (
        <dl>
          {Object.entries(variables).map(([name, value]) => (
            <div key={name}>
              <dt>
                <code>@@{name}</code>
              </dt>
              <dd>
                <code>{typeof value === 'string' ? `"${value}"` : JSON.stringify(value)}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
