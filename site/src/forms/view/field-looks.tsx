import type { FieldView, Look } from '../form-view.ts';

export function Star() {
  return (
    <span className="sketch-star">
      <span aria-hidden="true"> *</span>
      <span className="live-form__unseen"> (required)</span>
    </span>
  );
}

export function Remarks({ field: { error, hint }, id }: { field: FieldView; id: string }) {
  const says = error ?? hint;
  return says === undefined ? null : (
    <span id={`${id}-says`} className={error === undefined ? 'sketch-hint' : 'sketch-error'}>
      {says}
    </span>
  );
}

export function listDescriptionIds({ error, hint }: FieldView, id: string): string | undefined {
  return error === undefined && hint === undefined ? undefined : `${id}-says`;
}

/** Returns the attributes of an element that code has changed. */
export function makeAttributes(look: Look | undefined) {
  return { 'data-class': look?.classes.join(' ') || undefined, style: makeStyle(look) };
}

/** Styles that code may change. They neither move the element out of its place nor load a file. */
const PROPERTIES =
  /^(?:color|background-color|border-color|font-(?:weight|style|size)|text-(?:decoration|transform|align)|opacity|letter-spacing)$/;

/** The page filters the styles, because the code of the form could have made up the whole view. */
export function makeStyle(look: Look | undefined): Readonly<Record<string, string>> {
  const allowedStyles = Object.entries(look?.css ?? {}).filter(
    ([property, value]) => PROPERTIES.test(property) && !/[(;]/.test(value),
  );
  const toCamelCase = (property: string) =>
    property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(allowedStyles.map(([property, value]) => [toCamelCase(property), value]));
}
