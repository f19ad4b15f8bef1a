import type { EncodedAnswer } from '../engine/engine.ts';
import type { SearchEvent } from './search-events.ts';

/** The parts of an answer that observers get. */
type ObservedAnswer = Omit<EncodedAnswer, 'result'>;

/** Learns what readers search for. `reader` distinguishes readers, and must be neither stored nor logged. */
export interface SearchObserver {
  /** A reader got this answer, perhaps while still typing. */
  searched(answer: ObservedAnswer, reader: string): void;
  /** A client got this answer without asking for it to be counted. Events may show that a reader has seen it. */
  shown(answer: ObservedAnswer): void;
  /** A reader saw an answer, or opened one of its hits. */
  happened(event: SearchEvent, reader: string): void;
  /** A reader asked a question, and nothing in their view answers it. */
  unanswered?(question: string, reader: string): void;
  /** A reader asked a question, and this many sections of their view answer it. */
  answered?(question: string, sections: number, reader: string): void;
}

/** Combines observers into one. */
export function notifyAll(observers: readonly SearchObserver[]): SearchObserver {
  return {
    searched: (answer, reader) => {
      for (const observer of observers) observer.searched(answer, reader);
    },
    shown: (answer) => {
      for (const observer of observers) observer.shown(answer);
    },
    happened: (event, reader) => {
      for (const observer of observers) observer.happened(event, reader);
    },
    unanswered: (question, reader) => {
      for (const observer of observers) observer.unanswered?.(question, reader);
    },
    answered: (question, sections, reader) => {
      for (const observer of observers) observer.answered?.(question, sections, reader);
    },
  };
}
