import type { FieldView } from '../form-view.ts';

/**
 * Whether the field looks the same. Each key press makes a new view, in which most fields are unchanged.
 * `send` never changes.
 */
export function isSameField(before: { field: FieldView }, after: { field: FieldView }): boolean {
  return describeField(before.field) === describeField(after.field);
}

const textByField = new WeakMap<FieldView, string>();

/**
 * The text is computed once for each view, although a view is compared with the one before and the one after
 * it.
 */
function describeField(field: FieldView): string {
  const text = textByField.get(field) ?? JSON.stringify(field);
  textByField.set(field, text);
  return text;
}
