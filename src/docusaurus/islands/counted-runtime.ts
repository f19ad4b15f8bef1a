import * as runtime from 'react/jsx-runtime';

/** Limit of elements, above what any page has. A component that contains itself would otherwise use up all memory. */
const ELEMENTS_MAX = 500_000;
let elements = 0;

/** Resets the counter. Called before each document. */
export function countElementsAnew(): void {
  elements = 0;
}

/** React's JSX runtime for the owner's components. */
export const countedRuntime = { ...runtime, jsx: countCalls(runtime.jsx), jsxs: countCalls(runtime.jsxs) };

function countCalls<Given extends readonly unknown[], Made>(make: (...given: Given) => Made) {
  return (...props: Given): Made => {
    elements += 1;
    if (elements <= ELEMENTS_MAX) return make(...props);
    elements = 0;
    throw new Error(
      `it creates more than ${ELEMENTS_MAX} elements, probably because a component contains itself`,
    );
  };
}
