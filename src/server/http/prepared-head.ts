import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import { KEEP_ALIVE_MS } from './limits.ts';

/**
 * Renders the status line and the headers that all answers of one kind share, for `endWithHead`. `headers`: alternating
 * names and values, as for `writeHead`. Throws for a name or value that `writeHead` would reject.
 */
export function prepareHead(status: number, headers: readonly string[]): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines.push(`${name}: ${value}\r\n`);
  }
  // V8 stores a joined text in one piece. It would copy a text made by `+=` piece by piece for each answer.
  return lines.join('');
}

/**
 * Sends an answer whose head is prepared, and adds the headers of this answer, its date and its connection. `writeHead`
 * renders and checks all headers again for each answer, which costs more than everything that the gate checks. `headers`
 * aren't checked, so they must not contain anything that a client sent. The connection must stay open after the answer
 * (`response.shouldKeepAlive`).
 */
export function endWithHead(
  response: ServerResponse & RenderedHead,
  status: number,
  head: string,
  headers: readonly string[],
  body: Buffer,
): void {
  response.statusCode = status;
  response._header = head + renderHeaders(headers) + formatDateLine() + KEEP_ALIVE_LINES;
  response.end(body);
}

interface RenderedHead {
  /** Node's field for the head until the first bytes of the body are sent. If it is set, Node renders none. */
  _header?: string;
}

function renderHeaders(headers: readonly string[]): string {
  let lines = '';
  for (let index = 0; index < headers.length; index += 2)
    lines += `${headers[index]}: ${headers[index + 1]}\r\n`;
  return lines;
}

const KEEP_ALIVE_LINES = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1_000}\r\n\r\n`;

let dateLine = '';
let dateLineSecond = 0;

/** The `Date` header, which changes once per second. */
function formatDateLine(): string {
  const now = Date.now();
  const second = Math.floor(now / 1_000);
  if (second !== dateLineSecond) {
    dateLineSecond = second;
    dateLine = `Date: ${new Date(now).toUTCString()}\r\n`;
  }
  return dateLine;
}
