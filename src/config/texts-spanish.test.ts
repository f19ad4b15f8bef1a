import { expect, test } from 'vitest';
import { english } from './texts.ts';
import { spanish } from './texts-spanish.ts';

const placeholders = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? [];

test('every text is filled in with the same things in Spanish', () => {
  const said: Readonly<Record<string, string>> = spanish;
  for (const [name, text] of Object.entries(english))
    expect([name, ...placeholders(said[name] ?? '')]).toEqual([name, ...placeholders(text)]);
});
