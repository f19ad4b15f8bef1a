import { expect, test } from 'vitest';
import { isTrue, listConditionVariables, parseCondition } from './condition.ts';

function holds(text: string, values: Record<string, string>): boolean | undefined {
  const condition = parseCondition(text);
  return condition && isTrue(condition, values);
}

test.each([
  ['@@decision == "rejected"', { decision: 'rejected' }, true],
  ['@@decision == "rejected"', {}, false],
  ['@@decision != ""', { decision: 'approved' }, true],
  ['@#totalAmount > 5000', { totalAmount: '7440' }, true],
  ['@#totalAmount > 5000', { totalAmount: '900.50' }, false],
  ['@#totalAmount > 5000', {}, false],
  ['@@urgent == "1"', { urgent: '1' }, true],
  ['@#totalAmount > 5000 and @@country == "MX"', { totalAmount: '6000', country: 'US' }, false],
  ['@#totalAmount > 5000 || @@country == "MX"', { totalAmount: '10', country: 'MX' }, true],
  ['!(@@a == "1" or @@b == "1") && @@c', { c: 'x' }, true],
  ['@@neededBy < "2026-04-01"', { neededBy: '2026-03-27' }, true],
  ['@#totalAmount > @#budget', { totalAmount: '1642', budget: '900' }, true],
])('%s with %j is %s', (text, values, expected) => {
  expect(holds(text, values)).toBe(expected);
});

test.each(['in_array(@@country, ["MX"])', '@@a ==', '(@@a == "1"', '@@a == "1" "2"', ''])(
  "leaves a condition that it can't evaluate to the reader: %s",
  (text) => {
    expect(parseCondition(text)).toBeUndefined();
  },
);

test('lists the variables of a condition with the values they are compared with', () => {
  const condition = parseCondition('@#totalAmount > 5000 and @@decision == "approved"');
  expect(condition && listConditionVariables(condition)).toEqual([
    { name: 'totalAmount', isNumber: true, literals: ['5000'] },
    { name: 'decision', isNumber: false, literals: ['approved'] },
  ]);
});
