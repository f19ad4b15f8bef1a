import { describeReason } from '../shared/reason.ts';

/** Something that must end when the server stops. */
interface StoppingPart {
  /** Name for an operator, such as "The store". */
  name: string;
  /** Longest time to wait until the part has ended. */
  withinMs: number;
  ended: Promise<unknown>;
}

/**
 * Waits for parts that stop at the same time, each up to its own limit. Resolves with one sentence for each failure and
 * never rejects, so that a part that hangs doesn't keep the next ones from stopping.
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
      `${name} didn't finish within ${withinMs / 1_000} s and was abandoned`,
    );
  });
  const inTime = ended.then(
    () => undefined,
    (error: unknown) => `${name} failed: ${describeReason(error)}`,
  );
  const fault = await Promise.race([inTime, tooLate]);
  clearTimeout(timer);
  return fault;
}
