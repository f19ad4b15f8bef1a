import { expect, test } from 'vitest';
import { parseTraceParent } from './trace-context.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentSpanId = 'b7ad6b7169203331';

test.each([
  `00-${traceId}-${parentSpanId}-01`,
  `00-${traceId}-${parentSpanId}-00`,
  // A later version may add parts at the end.
  `01-${traceId}-${parentSpanId}-01`,
  `cc-${traceId}-${parentSpanId}-01-what-the-future-adds`,
])('reads %s', (header) => {
  expect(parseTraceParent(header)).toEqual({ traceId, parentSpanId });
});

test.each([
  undefined,
  '',
  'secret',
  [`00-${traceId}-${parentSpanId}-01`, `00-${traceId}-${parentSpanId}-01`],
  `00-${traceId}-${parentSpanId}-01, 00-${traceId}-${parentSpanId}-01`,
  `ff-${traceId}-${parentSpanId}-01`,
  `00-${traceId}-${parentSpanId}-01-more`,
  `01-${traceId}-${parentSpanId}-01more`,
  `00-${traceId}-${parentSpanId}`,
  `00-${traceId.toUpperCase()}-${parentSpanId}-01`,
  `00-${'0'.repeat(32)}-${parentSpanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.slice(1)}-${parentSpanId}-01`,
  `00-${traceId}a-${parentSpanId}-01`,
  ` 00-${traceId}-${parentSpanId}-01`,
  `00-${traceId}-${parentSpanId}-01\n`,
])('ignores %j', (header) => {
  expect(parseTraceParent(header)).toBeUndefined();
});
