type Iso<Value> = Value extends number ? string : Value;

/** The row with these times as ISO 8601 writes them, instead of in milliseconds. */
export function isoTimes<Row extends object, Name extends keyof Row>(
  row: Row,
  ...names: readonly Name[]
): Omit<Row, Name> & { [Each in Name]: Iso<Row[Each]> } {
  const times = names.map((name) => {
    const at = row[name];
    return [name, typeof at === 'number' ? new Date(at).toISOString() : at];
  });
  return { ...row, ...Object.fromEntries(times) };
}
