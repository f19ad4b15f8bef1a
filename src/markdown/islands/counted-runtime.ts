import * as runtime from 'react/jsx-runtime';

/** No page has so many. Who makes them is a component that holds itself, which would take all memory there is. */
const ELEMENTS_MAX = 500_000;
let made = 0;

/** Before each document, which may have as many. */
export function countElementsAnew(): void {
  made = 0;
}

/** React's, for the owner's components. */
export const countedRuntime = { ...runtime, jsx: counted(runtime.jsx), jsxs: counted(runtime.jsxs) };

function counted<Given extends readonly unknown[], Made>(make: (...given: Given) => Made) {
  return (...given: Given): Made => {
    made += 1;
    if (made <= ELEMENTS_MAX) return make(...given);
    made = 0;
    throw new Error(`it makes more than ${ELEMENTS_MAX} elements: a component holds itself without end`);
  };
}
