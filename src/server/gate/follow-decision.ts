import type { FastifyBaseLogger } from 'fastify';
import type { AnsweredRequest } from '../http/answered.ts';
import type { Verdict } from './gate.ts';

type FollowedRequest = Pick<AnsweredRequest, 'id' | 'method' | 'gate' | 'log'>;

/** Logs what the gate decided about a request, at level debug. */
export type FollowDecision = (verdict: Verdict, request: FollowedRequest) => void;

export function createDecisionLog({ level }: Pick<FastifyBaseLogger, 'level'>): FollowDecision {
  if (level !== 'debug' && level !== 'trace') return () => {};
  return (verdict, request) => request.log.debug(describeDecision(verdict, request), 'The gate decided.');
}

/** Describes a decision for an engineer who follows a request, without email addresses, queries and tokens. */
function describeDecision(verdict: Verdict, { id, method, gate }: FollowedRequest): object {
  // The log leaves out this path, like the request log: the path of an answer to an agent names the question, which is
  // a secret.
  const isSecret = gate?.route?.kind === 'agents';
  return {
    id,
    method,
    path: isSecret ? undefined : gate?.path.slice(0, 300),
    route: gate?.route?.path,
    verdict: verdict.kind,
    account: gate?.user?.accountId,
    role: gate?.user?.role,
    publisher: gate?.publisher?.name,
    ms: gate?.decidedAfterMs,
  };
}
