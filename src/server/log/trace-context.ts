/** The trace of another program that a request belongs to. */
interface TraceContext {
  traceId: string;
  /** Id of the caller's span. */
  parentSpanId: string;
}

const TRACE_PARENT =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-[\da-f]{2}(?<rest>-.*)?$/;

/**
 * Reads a `traceparent` header (https://www.w3.org/TR/trace-context/#traceparent-header), such as
 * `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`. Returns `undefined` if it's missing or invalid. Versions
 * that don't exist yet may have further parts.
 */
export function parseTraceParent(header: string | string[] | undefined): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  const { version, traceId = '', spanId = '', rest } = TRACE_PARENT.exec(header)?.groups ?? {};
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  return isZero(traceId) || isZero(spanId) ? undefined : { traceId, parentSpanId: spanId };
}

function isZero(id: string): boolean {
  return /^0*$/.test(id);
}
