import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLoggerOptions } from './logger-options.ts';
import { formatTerminalLine } from './terminal-line.ts';

function formatLines(write: (logger: pino.Logger) => void): string {
  let text = '';
  const stream = {
    write: (line: string) => {
      text += formatTerminalLine(line);
    },
  };
  write(pino(createLoggerOptions({ level: 'info', stream, release: () => '2026-11-26-c9c877' }), stream));
  return text;
}

test('a terminal line shows time, level, message and details, but no constant fields', () => {
  const details = { method: 'GET', path: '/docs/a b', status: 200, account: undefined };
  expect(formatLines((logger) => logger.info(details, 'answered'))).toMatch(
    /^\d\d:\d\d:\d\d info {2}answered method=GET path="\/docs\/a b" status=200\n$/,
  );
});

test.each([
  ['an escape sequence', '\u001b[2J', '\\u{1b}[2J'],
  ['a control character of one byte', '\u009b2J', '\\u{9b}2J'],
  ['a change of direction', 'a\u202eb', 'a\\u{202e}b'],
  ['a line break', 'a\nb', '"a\\nb"'],
])('a terminal line shows %s instead of obeying it', (_, userAgent, expectedText) => {
  const text = formatLines((logger) => logger.info({ userAgent }, 'answered'));
  expect(text).toContain(expectedText);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in the text
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u0080-\u009f\u202a-\u202e]/);
});

test('an error is shown with its stack', () => {
  expect(
    formatLines((logger) => logger.error({ err: new Error('No room') }, 'No backup could be made.')),
  ).toMatch(/^\d\d:\d\d:\d\d error No backup could be made\.\nError: No room\n {4}at /);
});
