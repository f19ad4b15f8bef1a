import { reasonOf } from '../shared/reason.ts';

/** Something that must end when the server stops. */
interface StoppingPart {
  /** As an operator knows it: "the store". */
  name: string;
  /** How long it may take. */
  withinMs: number;
  ended: Promise<unknown>;
}

/**
 * Waits for parts that are ending at the same time, each for as long as it may take. Resolves with what they failed to
 * do, and never rejects: whatever hangs, the next part has its turn.
 */
export async function waitForParts(parts: readonly StoppingPart[]): Promise<string[]> {
  const outcomes = await Promise.all(parts.map(waitForPart));
  return outcomes.flatMap((fault) => fault ?? []);
}

async function waitForPart({ name, withinMs, ended }: StoppingPart): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<string>((resolve) => {
    timer = setTimeout(
      resolve,
      withinMs,
      `${name} did not end within ${withinMs / 1_000} s and was given up`,
    );
  });
  const inTime = ended.then(
    () => undefined,
    (error: unknown) => `${name} ended with an error: ${reasonOf(error)}`,
  );
  const fault = await Promise.race([inTime, tooLate]);
  clearTimeout(timer);
  return fault;
}
