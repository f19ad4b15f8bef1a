/** Who waits. */
export interface Turn {
  /** A network, or a reader: they take turns, and none keeps others out by asking often. */
  whose: string;
  /** Served before the strangers. */
  known: boolean;
  /** Afterwards nothing is begun for them any more; by `performance.now()`. */
  endsAt?: number;
}

/** What the site does by itself, or by an administrator's word. */
export const ownTurn: Turn = { whose: 'this site', known: true };

export interface QueueLimits {
  /** At a time. */
  concurrency: number;
  /** More than these are turned away: waiting for ever is no answer, and a queue is memory. */
  waiting: number;
}

type FairQueue = <T>(turn: Turn, work: () => Promise<T>) => Promise<T | 'busy'>;

interface Waiting {
  start(): void;
  turnAway(): void;
}

/**
 * A bounded queue in which those who ask take turns. When it is full, whoever has the most in it loses the newest of
 * that, strangers first: whoever floods it turns away themselves.
 */
export function fairQueue({ concurrency, waiting: waitingMax }: QueueLimits): FairQueue {
  let running = 0;
  const known = turns();
  const strangers = turns();

  function makeSpace({ whose, known: isKnown }: Turn): boolean {
    if (known.size() + strangers.size() < waitingMax) return true;
    const crowd = strangers.size() > 0 ? strangers : known;
    const itself = (crowd === known) === isKnown ? whose : undefined;
    // Strangers never push out who is known.
    if (crowd === known && !isKnown) return false;
    return crowd.shorten(itself);
  }

  return async (turn, work) => {
    if (running >= concurrency) {
      if (!makeSpace(turn)) return 'busy';
      const queue = turn.known ? known : strangers;
      // Whoever ends hands its turn over, so `running` does not change here.
      const served = await new Promise<boolean>((resolve) =>
        queue.add(turn.whose, { start: () => resolve(true), turnAway: () => resolve(false) }),
      );
      if (!served) return 'busy';
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const following = known.next() ?? strangers.next();
      if (following) following.start();
      else running--;
    }
  };
}

/** What waits, by whose it is; the order of the map is the order of the turns. */
function turns() {
  const lines = new Map<string, Waiting[]>();
  let size = 0;
  return {
    size: () => size,
    add(whose: string, waiting: Waiting): void {
      size++;
      lines.set(whose, [...(lines.get(whose) ?? []), waiting]);
    },
    next(): Waiting | undefined {
      const [first] = lines;
      if (!first) return undefined;
      const [whose, [waiting, ...others]] = first;
      size--;
      // To the end of the line, with what it still has.
      lines.delete(whose);
      if (others.length > 0) lines.set(whose, others);
      return waiting;
    },
    /** Turns away the newest of the longest line; `false` where that would be the line of `comer` itself. */
    shorten(comer: string | undefined): boolean {
      const [longest] = [...lines].sort(([, a], [, b]) => b.length - a.length);
      if (!longest) return false;
      const [whose, line] = longest;
      if (comer !== undefined && (lines.get(comer)?.length ?? 0) + 1 >= line.length) return false;
      line.at(-1)?.turnAway();
      size--;
      const rest = line.slice(0, -1);
      if (rest.length > 0) lines.set(whose, rest);
      else lines.delete(whose);
      return true;
    },
  };
}
