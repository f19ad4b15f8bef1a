import type { PartName } from './shared-parts.ts';

/** Asks for a part that all test files of a run share. Undefined outside a run: the caller then starts its own. */
export async function findSharedPart(part: PartName): Promise<string | undefined> {
  const origin = process.env.SHARED_PARTS;
  if (origin === undefined) return undefined;
  const answer = await fetch(`${origin}/${part}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The shared ${part} couldn't be started: ${text}`);
  return text;
}
