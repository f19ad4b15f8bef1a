import type { PartName } from './shared-parts.ts';

/** A part that all test files of a run share. `undefined` outside of one: whoever asks then makes their own. */
export async function shared(part: PartName): Promise<string | undefined> {
  const origin = process.env.SHARED_PARTS;
  if (origin === undefined) return undefined;
  const answer = await fetch(`${origin}/${part}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The tests have no ${part}: ${text}`);
  return text;
}
