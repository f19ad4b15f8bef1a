import type { Key } from './engine.ts';

/** The actions of WebDriver, which WebDriver BiDi shares. */
export type InputActions = readonly object[];

/** WebDriver's code points for keys that write nothing. */
const codePoints = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowDown: '\uE015',
  Control: '\uE009',
  Shift: '\uE008',
} as const;

const createPointerActions = (...actions: object[]): InputActions => [
  { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions },
];
const createKeyActions = (...actions: object[]): InputActions => [{ type: 'key', id: 'keyboard', actions }];

export function moveTo(x: number, y: number): InputActions {
  return createPointerActions({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
    origin: 'viewport',
    duration: 0,
  });
}

export function click(): InputActions {
  return createPointerActions({ type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 });
}

export function press(key: Key, modifierKey?: 'Control' | 'Shift'): InputActions {
  const value = key in codePoints ? codePoints[key as keyof typeof codePoints] : key;
  const stroke = [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  if (modifierKey === undefined) return createKeyActions(...stroke);
  const modifier = codePoints[modifierKey];
  return createKeyActions({ type: 'keyDown', value: modifier }, ...stroke, {
    type: 'keyUp',
    value: modifier,
  });
}

export function type(text: string): InputActions {
  return createKeyActions(
    ...[...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  );
}
