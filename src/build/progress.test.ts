import { afterEach, expect, test, vi } from 'vitest';
import { createLanguageProgress, createProgressFor } from './progress.ts';

function createOutput(isTTY: boolean, columns = 60) {
  let text = '';
  return { isTTY, columns, write: (part: string) => (text += part), text: () => text };
}

afterEach(() => void vi.useRealTimers());

test('without a terminal every step is one plain line', () => {
  const out = createOutput(false);
  const progress = createProgressFor(out, {});
  progress.start('Compiling', 2);
  progress.advance();
  progress.advance();
  progress.note('one warning');
  progress.end();
  expect(out.text()).toBe('Compiling (2)\none warning\n');
});

test('without a terminal a long step prints its count and time every few seconds', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const out = createOutput(false);
  const progress = createProgressFor(out, {});
  progress.start('Compiling', 3);
  for (let piece = 0; piece < 3; piece += 1) {
    vi.advanceTimersByTime(4_000);
    progress.advance();
  }
  progress.start('Publishing');
  vi.advanceTimersByTime(7_000);
  progress.end();
  expect(out.text().split('\n')).toEqual([
    'Compiling (3)',
    'Compiling: 2 of 3, 8 s',
    'Compiling: 3 of 3, 12 s',
    'Publishing',
    'Publishing: done, 7 s',
    '',
  ]);
});

test('steps name the language of a site with several', () => {
  const out = createOutput(false);
  const progress = createProgressFor(out, {});
  createLanguageProgress(progress, 'es', 2).start('Compiling', 2);
  createLanguageProgress(progress, 'en', 1).start('Publishing');
  expect(out.text()).toBe('Compiling es (2)\nPublishing\n');
});

test('in CI a terminal gets plain lines too', () => {
  const out = createOutput(true);
  createProgressFor(out, { CI: '1' }).start('Compiling', 2);
  expect(out.text()).toBe('Compiling (2)\n');
});

test('draws a bar in one line of a terminal, and removes it at the end', () => {
  const out = createOutput(true);
  const progress = createProgressFor(out, {});
  progress.start('Compiling', 2);
  progress.advance();
  progress.advance();
  progress.end();
  expect(out.text()).toContain('2/2');
  expect(out.text()).not.toContain('\n');
  expect(out.text().endsWith('\r\u001b[2K')).toBe(true);
});

test('the bar fits the terminal', () => {
  const drawBar = (columns: number) => {
    const out = createOutput(true, columns);
    const progress = createProgressFor(out, {});
    progress.start('Compiling', 2);
    progress.advance();
    progress.note('half');
    return out.text().split('\r\u001b[2K').at(-1);
  };
  expect(drawBar(80)).toBe(`Compiling  ${'━'.repeat(12)}${'─'.repeat(12)} 1/2  0 s`);
  expect(drawBar(20)).toHaveLength(19);
});

test('with LOG_LEVEL=debug a build says how long each step took, and what it did', () => {
  const out = createOutput(true);
  const progress = createProgressFor(out, { LOG_LEVEL: 'debug' });
  progress.start('Reading');
  progress.start('Compiling', 2);
  progress.detail?.('en: 2 documents compiled');
  progress.end();
  expect(out.text()).toMatch(
    /^Reading\nReading took \d+ ms\nCompiling \(2\)\n {2}en: 2 documents compiled\nCompiling took \d+ ms\n$/,
  );
});
