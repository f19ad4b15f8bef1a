import { z } from 'zod';

const logLine = z.looseObject({
  time: z.string(),
  level: z.string(),
  msg: z.string().optional(),
  err: z.looseObject({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});

/** The same in every line of a process, so that a person at a terminal learns nothing from them. */
const CONSTANT_FIELDS = new Set(['service', 'version', 'release', 'pid', 'hostname', 'reqId']);

/** A line of the log as a person reads it: `14:05:12 info  answered method=GET path=/docs status=200 ms=3.1`. */
export function terminalLine(json: string): string {
  const { data } = logLine.safeParse(JSON.parse(json));
  if (data === undefined) return json;
  const { time, level, msg = '', err, ...details } = data;
  const fields = Object.entries(details).flatMap(([name, value]) =>
    CONSTANT_FIELDS.has(name) || value === undefined ? [] : ` ${name}=${textOf(value)}`,
  );
  const clock = new Date(time).toLocaleTimeString('en-GB');
  const trace = err === undefined ? '' : `\n${err.stack ?? err.message ?? ''}`;
  return `${clock} ${level.padEnd(5)} ${msg}${fields.join('')}${trace}\n`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' && !/[\s="]/.test(value) ? value : JSON.stringify(value);
}
