import { useState } from 'react';

/** What the case would store, under the names that triggers and conditions use. */
export function Variables({ variables }: { variables: Readonly<Record<string, unknown>> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="live-form__variables" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Values of the form</summary>
      {/* Nobody waits for them at each key before they are seen. */}
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
