import { type Call, Refusal, type SandboxAnswer, type SandboxRequest, toSample, type World } from './call.ts';
import { answerOfCase, answerOfCases } from './cases.ts';
import { checkRequest } from './check-request.ts';
import { answerOfCollection, deleteSeveral, recordThing } from './collections.ts';
import type { EndpointData } from './endpoint-data.ts';
import { answerOfRelation, hasPermission } from './relations.ts';
import { isDeletedUser } from './route.ts';
import { answerOfRows } from './rows.ts';
import { type State, startState } from './state.ts';
import type { Story } from './story.ts';
import { answerOfToken } from './tokens.ts';

/** A longer state isn't stored. */
const STATE_MAX_CHARACTERS = 200_000;

/** Answers as the product would: what is asked changes the state, and later answers show it. */
export function answer(world: World, endpoint: EndpointData, request: SandboxRequest): SandboxAnswer {
  const before = JSON.stringify(world.state);
  const result = answerCall(world, endpoint, request);
  const isTooMuch = JSON.stringify(world.state).length > STATE_MAX_CHARACTERS;
  const refusal = isTooMuch ? new Refusal(413, 'full') : result;
  if (!(refusal instanceof Refusal)) return refusal;
  world.state = JSON.parse(before);
  return answerRefusal(world.story, endpoint, refusal);
}

function answerCall(world: World, endpoint: EndpointData, request: SandboxRequest): SandboxAnswer | Refusal {
  const user = endpoint.needsToken ? findUser(world, request.token) : '';
  if (user instanceof Refusal) return user;
  if (!mayCall(world, endpoint, user)) return new Refusal(401, 'permission', endpoint.permission.join(', '));
  const call = { world, endpoint, request, user };
  return checkRequest(call) ?? answerByBehaviour(call);
}

function answerByBehaviour(call: Call): SandboxAnswer | Refusal {
  const { does } = call.endpoint;
  switch (does.kind) {
    case 'example':
      return toSample(call.endpoint);
    case 'collection':
      return answerOfCollection(call, does);
    case 'record':
      return recordThing(call, does);
    case 'delete several':
      return deleteSeveral(call, does);
    case 'rows':
      return answerOfRows(call, does);
    case 'relation':
      return answerOfRelation(call, does);
    case 'case':
      return answerOfCase(call, does.act);
    case 'cases':
      return answerOfCases(call, does.list);
    case 'token':
      return answerOfToken(call, does.act);
  }
}

function findUser({ story, state }: World, sentUser: string): string | Refusal {
  if (sentUser === '') return new Refusal(401, 'no token');
  const token = state.ended.includes(sentUser)
    ? undefined
    : (state.tokens[sentUser] ?? story.tokens[sentUser]);
  if (token === undefined || isDeletedUser({ story, state }, token.user))
    return new Refusal(401, 'wrong token');
  return token.expired ? new Refusal(401, 'expired token') : token.user;
}

function mayCall(world: World, { permission }: EndpointData, user: string): boolean {
  if (permission.length === 0) return true;
  return permission.some((key) => hasPermission(world, user, world.story.permissions[key] ?? ''));
}

/** Errors of the token endpoint follow OAuth; all others have a code and a message. */
function answerRefusal(
  { messages, phrases }: Story,
  { does, errors }: EndpointData,
  refusal: Refusal,
): SandboxAnswer {
  const { reason, what, detail } = refusal;
  // Some endpoints answer all errors with one status.
  const isDocumented = errors.includes(refusal.status) || refusal.status === 413;
  const status = isDocumented ? refusal.status : (errors[0] ?? refusal.status);
  const words = (messages[reason] ?? reason).replace('{what}', what).replace('{detail}', detail);
  if (does.kind === 'token' && does.act !== 'end' && status !== 413) {
    return { status, body: { error: reason, error_description: words } };
  }
  return { status, body: { error: { code: status, message: `${phrases[status] ?? ''}: ${words}` } } };
}

/** Creates the state at the beginning of the story. */
export function createWorld(storyFacts: Omit<World, 'state'>, state: State = startState): World {
  return { ...storyFacts, state: structuredClone(state) };
}
