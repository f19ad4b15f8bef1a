import type { FieldView } from '../form-view.ts';

/** Each key makes the whole view again, and most fields are unchanged. `send` is always that of the same form. */
export function isSameField(before: { field: FieldView }, after: { field: FieldView }): boolean {
  return describeField(before.field) === describeField(after.field);
}

const textByField = new WeakMap<FieldView, string>();

/** Computed once for each view: it is compared with the one before it, then with the one after. */
function describeField(field: FieldView): string {
  const text = textByField.get(field) ?? JSON.stringify(field);
  textByField.set(field, text);
  return text;
}
