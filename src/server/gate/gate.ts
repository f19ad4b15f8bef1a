import type { IncomingHttpHeaders } from 'node:http';
import type { SignedInUser } from '../../accounts/account.ts';
import type { Route, RouteTable } from '../../model/routes.ts';
import type { SiteAddress } from '../http/cookies.ts';
import { type ErrorAnswer, notFoundError } from '../http/errors.ts';
import type { Entry, LazyEntry, Release } from '../release/release.ts';

/** The owner of a deploy token, for the record of a release and the audit log. */
export interface Publisher {
  id: string;
  name: string;
}

/** Finds the publisher of a deploy token. Resolves to undefined if the token is invalid. */
export type FindPublisher = (token: string) => Promise<Publisher | undefined>;

/** The parts of a request that the gate decides by. It sees neither the body nor the socket. */
export interface GateRequest {
  method: string;
  /** Path below the base path, decoded once. */
  path: string;
  /** Decoded path that a feature corrected the typed one to, if it did: the path of `route`. */
  correctedPath?: string | undefined;
  /** Query as the client sent it, with its `?`. */
  query: string;
  headers: IncomingHttpHeaders;
  /** Protocol, host and base path at which this browser reaches the site. */
  site: SiteAddress;
  /** All routes of the server. */
  routes: RouteTable;
  /** The matching route of the server. Undefined if only the manifest can answer. */
  route?: Route;
  release: Release;
  /** Set by the session step: the signed-in user. `token` is then their session token or personal token. */
  user?: SignedInUser;
  /** Set instead of `user` for a request with a deploy token: the publisher that the token belongs to. */
  publisher?: Publisher;
  token?: string;
  /** Time from the arrival of the request to the decision of the gate. Set after the decision. */
  decidedAfterMs?: number;
  /** Outcome of a sign-in attempt. Set by the handlers of routes that sign users in. */
  signInOutcome?: SignInOutcome;
}

export type SignInOutcome = 'signed-in' | 'second-factor' | 'refused' | 'throttled' | 'unavailable';

/** Decision of a gate step about a request. */
export type Verdict =
  /** This step doesn't decide, so the next one is asked. */
  | { kind: 'next' }
  /** The route's own handler answers. */
  | { kind: 'route' }
  | { kind: 'entry'; entry: Entry | LazyEntry }
  | { kind: 'redirect'; status: 303 | 308; location: string }
  | { kind: 'refuse'; answer: ErrorAnswer };

export interface GateStep<Name extends string> {
  name: Name;
  /** Synchronous where possible: a promise costs more than everything else in the gate. */
  check(request: GateRequest): Verdict | Promise<Verdict>;
}

/** The order of the steps is part of the type: steps in another order don't compile. */
export type GateSteps = readonly [
  GateStep<'same-origin'>,
  GateStep<'public'>,
  GateStep<'session'>,
  GateStep<'manifest'>,
];

export const askNextStep: Verdict = { kind: 'next' };
export const letRouteAnswer: Verdict = { kind: 'route' };

const denied: Verdict = { kind: 'refuse', answer: notFoundError };

/**
 * Asks the steps in order. The first one that returns a verdict other than `next` decides. If no step decides, the
 * request is denied. Returns a promise only if a step does.
 */
export function passGate(steps: GateSteps, request: GateRequest): Verdict | Promise<Verdict> {
  return runStepsFrom(0, steps, request);
}

function runStepsFrom(first: number, steps: GateSteps, request: GateRequest): Verdict | Promise<Verdict> {
  for (let index = first; index < steps.length; index += 1) {
    const verdict = steps[index]?.check(request) ?? denied;
    if (verdict instanceof Promise)
      return verdict.then((late) => (late.kind === 'next' ? runStepsFrom(index + 1, steps, request) : late));
    if (verdict.kind !== 'next') return verdict;
  }
  return denied;
}
