import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import { KEEP_ALIVE_MS } from './limits.ts';

/**
 * Renders the status line and the headers that all answers of one kind share, for `endWithHead`. `headers`: alternating
 * names and values, as for `writeHead`. Throws for a name or value that `writeHead` would reject.
 */
export function prepareHead(status: number, headers: readonly string[]): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${renderHeaders(headers)}`;
}

/**
 * Sends an answer whose head is prepared, and adds the headers of this answer, its date and its connection. `writeHead`
 * renders all headers again for each answer, which costs more than everything that the gate checks. The connection must
 * stay open after the answer (`response.shouldKeepAlive`).
 */
export function endWithHead(
  response: ServerResponse,
  status: number,
  head: string,
  headers: readonly string[],
  body: Buffer,
): void {
  response.statusCode = status;
  // Node keeps the rendered head in this field until the first bytes of the body are sent, and renders none if it is set.
  Reflect.set(response, '_header', `${head}${renderHeaders(headers)}${currentDateLine()}${KEEP_ALIVE_LINES}`);
  response.end(body);
}

function renderHeaders(headers: readonly string[]): string {
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

const KEEP_ALIVE_LINES = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1_000}\r\n\r\n`;

let dateLine = '';
let dateLineSecond = 0;

/** The `Date` header, which changes once per second. */
function currentDateLine(): string {
  const now = Date.now();
  const second = Math.floor(now / 1_000);
  if (second !== dateLineSecond) {
    dateLineSecond = second;
    dateLine = `Date: ${new Date(now).toUTCString()}\r\n`;
  }
  return dateLine;
}
