/** The internals of React 18 and older, which the functions that create elements read there. */
const INTERNALS = '__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED';

/**
 * Adapts a package that has its own copy of the functions that create elements in React 18 or older: bundlers put
 * `react/jsx-runtime` into a library unless they're told not to. The copy fails as soon as it's loaded, because the
 * engine's React has other internals, and React refuses its elements. Undefined for a package without such a copy.
 */
export function adaptOldJsxRuntime(code: string): string | undefined {
  if (!code.includes(INTERNALS) || code.search(OLD_ELEMENT) === -1) return undefined;
  return (
    code
      .replace(OLD_INTERNALS, '({ ReactCurrentOwner: { current: null } })')
      .replaceAll(OLD_ELEMENT, '$1react.transitional.element$1')
      // A ref is a prop like any other now.
      .replace(RESERVED_REF, '')
  );
}

const OLD_INTERNALS = new RegExp(String.raw`[\w$]+(?:\.[\w$]+)*\.${INTERNALS}(?=\.ReactCurrentOwner\b)`, 'g');
const OLD_ELEMENT = /(["'])react\.element\1/g;
/** The list of props that don't reach a component: `{ key: !0, ref: !0, __self: !0, __source: !0 }`. */
const RESERVED_REF = /\bref:\s*(?:!0|true),\s*(?=__self\b)/g;
