/** Identifies who submits work to a queue. */
export interface Requester {
  /** A network or a reader. Requesters take turns by this key, so that none keeps others out by asking often. */
  key: string;
  /** Known requesters are served before unknown ones. */
  isKnown: boolean;
  /** No work is started for the requester after this time, in milliseconds of `performance.now()`. */
  endsAt?: number;
}

/** Work that the site does by itself or for an administrator. */
export const siteRequester: Requester = { key: 'this site', isKnown: true };

/** Limits of a queue. */
export interface QueueLimits {
  /** The number of tasks that run at the same time. */
  concurrency: number;
  /** The number of tasks that may wait. A longer queue would only cost memory and patience, so more are turned away. */
  waiting: number;
}

type FairQueue = <T>(requester: Requester, work: () => Promise<T>) => Promise<T | 'busy'>;

interface WaitingTask {
  start(): void;
  turnAway(): void;
}

/**
 * Creates a bounded queue in which requesters take turns. When the queue is full, the requester with the most waiting
 * tasks loses the newest of them, unknown requesters first. A requester that floods the queue therefore only hurts
 * itself. Resolves with `busy` for a task that was turned away.
 */
export function createFairQueue({ concurrency, waiting: waitingMax }: QueueLimits): FairQueue {
  let runningCount = 0;
  const knownLines = createLines();
  const unknownLines = createLines();

  /** False if the new task itself must be turned away. */
  function makeSpace({ key, isKnown }: Requester): boolean {
    if (knownLines.size() + unknownLines.size() < waitingMax) return true;
    const linesToShorten = unknownLines.size() > 0 ? unknownLines : knownLines;
    const newcomer = (linesToShorten === knownLines) === isKnown ? key : undefined;
    // An unknown requester never pushes out a known one.
    if (linesToShorten === knownLines && !isKnown) return false;
    return linesToShorten.shorten(newcomer);
  }

  return async (requester, work) => {
    if (runningCount >= concurrency) {
      if (!makeSpace(requester)) return 'busy';
      const lines = requester.isKnown ? knownLines : unknownLines;
      // A task that ends hands its place over to this one, so `running` doesn't change.
      const isStarted = await new Promise<boolean>((resolve) =>
        lines.add(requester.key, { start: () => resolve(true), turnAway: () => resolve(false) }),
      );
      if (!isStarted) return 'busy';
    } else {
      runningCount++;
    }
    try {
      return await work();
    } finally {
      const nextTask = knownLines.next() ?? unknownLines.next();
      if (nextTask) nextTask.start();
      else runningCount--;
    }
  };
}

/** Waiting tasks by the key of their requester. The order of the map is the order of the turns. */
function createLines() {
  const linesByKey = new Map<string, WaitingTask[]>();
  let size = 0;
  return {
    size: () => size,
    add(key: string, task: WaitingTask): void {
      size++;
      linesByKey.set(key, [...(linesByKey.get(key) ?? []), task]);
    },
    next(): WaitingTask | undefined {
      const [first] = linesByKey;
      if (!first) return undefined;
      const [key, [task, ...remaining]] = first;
      size--;
      // The requester moves to the end of the map, with its remaining tasks.
      linesByKey.delete(key);
      if (remaining.length > 0) linesByKey.set(key, remaining);
      return task;
    },
    /** Turns away the newest task of the longest line. False if that would be the line of the newcomer. */
    shorten(newcomer: string | undefined): boolean {
      const [longest] = [...linesByKey].sort(([, a], [, b]) => b.length - a.length);
      if (!longest) return false;
      const [key, line] = longest;
      if (newcomer !== undefined && (linesByKey.get(newcomer)?.length ?? 0) + 1 >= line.length) return false;
      line.at(-1)?.turnAway();
      size--;
      const rest = line.slice(0, -1);
      if (rest.length > 0) linesByKey.set(key, rest);
      else linesByKey.delete(key);
      return true;
    },
  };
}
