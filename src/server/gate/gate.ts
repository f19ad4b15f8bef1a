import type { IncomingHttpHeaders } from 'node:http';
import type { SignedInUser } from '../../accounts/account.ts';
import type { Publisher } from '../../accounts/deploy-tokens/deploy-tokens.ts';
import type { Route } from '../../model/routes.ts';
import type { SiteAddress } from '../http/cookies.ts';
import { type ErrorAnswer, nothingHere } from '../http/errors.ts';
import type { Entry, LazyEntry, Release } from '../release/release.ts';

/** What the gate knows of a request: no body, no socket. */
export interface GateRequest {
  method: string;
  /** Decoded once. */
  path: string;
  /** As it was sent, with its `?`. */
  query: string;
  headers: IncomingHttpHeaders;
  /** The site as this browser addresses it. */
  site: SiteAddress;
  /** The route of our own that matches; absent where only the manifest can answer. */
  route?: Route;
  release: Release;
  /** Set by the session step: who asks, and the token of the session, or the personal token, that they ask with. */
  user?: SignedInUser;
  /** Set instead of it: whose deploy token this is. */
  publisher?: Publisher;
  token?: string;
  /** Since the request came; set when the steps have decided. */
  decidedAfterMs?: number;
  /** Told by the handler of a route that signs in: what came of it. */
  signIn?: SignInOutcome;
}

export type SignInOutcome = 'signed-in' | 'second-factor' | 'refused' | 'throttled' | 'unavailable';

export type Verdict =
  /** This step has nothing against it: ask the next one. */
  | { kind: 'next' }
  /** The route's own handler answers. */
  | { kind: 'route' }
  | { kind: 'entry'; entry: Entry | LazyEntry }
  | { kind: 'redirect'; status: 303 | 308; location: string }
  | { kind: 'refuse'; answer: ErrorAnswer };

export interface GateStep<Name extends string> {
  name: Name;
  /** In step where it can be: a promise costs more than everything else here. */
  check(request: GateRequest): Verdict | Promise<Verdict>;
}

/** The order is part of the type: another one does not compile. */
export type GateSteps = readonly [
  GateStep<'same-origin'>,
  GateStep<'public'>,
  GateStep<'session'>,
  GateStep<'manifest'>,
];

export const next: Verdict = { kind: 'next' };
export const route: Verdict = { kind: 'route' };

const denied: Verdict = { kind: 'refuse', answer: nothingHere };

/**
 * Asks the steps in their order; the first that does not say `next` decides. When none does: denied. A promise only
 * where a step returns one.
 */
export function passGate(steps: GateSteps, request: GateRequest): Verdict | Promise<Verdict> {
  return passFrom(0, steps, request);
}

function passFrom(first: number, steps: GateSteps, request: GateRequest): Verdict | Promise<Verdict> {
  for (let at = first; at < steps.length; at += 1) {
    const verdict = steps[at]?.check(request) ?? denied;
    if (verdict instanceof Promise)
      return verdict.then((late) => (late.kind === 'next' ? passFrom(at + 1, steps, request) : late));
    if (verdict.kind !== 'next') return verdict;
  }
  return denied;
}
