type Iso<Value> = Value extends number ? string : Value;

/** A copy of the row with the named times in ISO 8601 instead of milliseconds. */
export function toIsoTimes<Row extends object, Name extends keyof Row>(
  row: Row,
  ...names: readonly Name[]
): Omit<Row, Name> & { [Each in Name]: Iso<Row[Each]> } {
  const times = names.map((name) => {
    const time = row[name];
    return [name, typeof time === 'number' ? new Date(time).toISOString() : time];
  });
  return { ...row, ...Object.fromEntries(times) };
}
