import { z } from 'zod';

const logLine = z.looseObject({
  time: z.string(),
  level: z.string(),
  msg: z.string().optional(),
  err: z.looseObject({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});

/** Fields with the same value in every line of a process. They are left out at a terminal. */
const CONSTANT_FIELDS = new Set(['service', 'version', 'release', 'pid', 'hostname', 'reqId']);

/** Control characters, which a terminal may obey, and characters that change the direction of text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Formats a JSON log line for a terminal: `14:05:12 info  answered method=GET path=/docs status=200 ms=3.1`. */
export function formatTerminalLine(json: string): string {
  const { data } = logLine.safeParse(JSON.parse(json));
  if (data === undefined) return json;
  const { time, level, msg = '', err, ...details } = data;
  const fields = Object.entries(details).flatMap(([name, value]) =>
    CONSTANT_FIELDS.has(name) || value === undefined ? [] : ` ${name}=${formatValue(value)}`,
  );
  const clock = new Date(time).toLocaleTimeString('en-GB');
  const trace = err === undefined ? '' : `\n${err.stack ?? err.message ?? ''}`;
  return `${clock} ${level.padEnd(5)} ${msg}${fields.join('')}${trace}\n`;
}

function formatValue(value: unknown): string {
  const text = typeof value === 'string' && !/[\s="]/.test(value) ? value : JSON.stringify(value);
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
