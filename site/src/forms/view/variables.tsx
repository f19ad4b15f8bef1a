/** What the case would store, under the names that triggers and conditions use. */
export function Variables({ variables }: { variables: Readonly<Record<string, unknown>> }) {
  return (
    <details className="live-form__variables">
      <summary>Values of the form</summary>
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
    </details>
  );
}
