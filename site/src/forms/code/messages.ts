import type { FormDefinition, FormState } from '../definition.ts';
import type { FormEvent } from '../events.ts';
import type { FormView } from '../form-view.ts';

/** Messages from the page to the worker in which the code of a form runs. */
export type ToWorker =
  | { kind: 'start'; definition: FormDefinition; state: FormState; settings: RunSettings }
  | { kind: 'event'; event: FormEvent };

export interface RunSettings {
  /** Pieces of code that run one after the other, like one script. */
  codes: readonly string[];
  /** The answer to `confirm`. */
  confirms: boolean;
  isMobile: boolean;
}

/** Messages from the worker to the page. */
export type FromWorker =
  | { kind: 'begun' }
  | { kind: 'shown'; view: FormView }
  | ({ kind: 'line' } & ConsoleLine)
  /** A piece of code couldn't be loaded. Browsers don't say where its error is, so the page looks for it. */
  | { kind: 'not-loaded'; code: string; text: string };

export interface ConsoleLine {
  level: 'log' | 'warn' | 'error' | 'alert' | 'confirm' | 'opens';
  text: string;
}
