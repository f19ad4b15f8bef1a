import { answer, createWorld } from './answer.ts';
import type { World } from './call.ts';
import { findTask } from './case-facts.ts';
import type { EndpointData, Field } from './endpoint-data.ts';
import { createSampleValues, makeKey, makeRequest, type Values } from './request.ts';
import { listCurrentCases } from './route.ts';
import type { Delegation, Story, StoryCase } from './story.ts';

export interface SuggestedRequest {
  values: Values;
  token: string;
}

/**
 * Suggests what to send to an endpoint. In the beginning, that's the sample request. After the reader has started a
 * case, it's a request about that case, from a user who may send it: *Route a case* then has the uid of the case, its
 * open delegation, and the token of the user who has the task. Endpoints that would refuse such a request keep the
 * sample.
 */
export function suggestRequest(world: World, endpoint: EndpointData): SuggestedRequest {
  const sample = { values: createSampleValues(endpoint), token: findToken(world.story, endpoint.by) };
  const one = findStartedCase(world);
  if (!one) return sample;
  switch (endpoint.does.kind) {
    case 'case': {
      if (endpoint.does.act === 'start') return sample;
      const values = fillCaseValues(endpoint, sample.values, one, world.story);
      return findAnswered(world, endpoint, values, one, () => true) ?? sample;
    }
    case 'cases': {
      const lists = (body: unknown) => JSON.stringify(body ?? '').includes(one.uid);
      if (lists(send(world, endpoint, sample).body)) return sample;
      const values = removeFilters(endpoint, sample.values, world.story);
      return findAnswered(world, endpoint, values, one, lists) ?? sample;
    }
    default:
      return sample;
  }
}

/** The first valid token of a user. Empty if the user has none. */
export function findToken({ tokens }: Story, user: string): string {
  return Object.entries(tokens).find(([, token]) => token.user === user && !token.expired)?.[0] ?? '';
}

/** The newest case that the reader started and that isn't at its end. */
function findStartedCase({ story, state }: World): StoryCase | undefined {
  return listCurrentCases(story, state).find(
    ({ uid, status }) =>
      !story.cases.some((candidate) => candidate.uid === uid) && (status === 'DRAFT' || status === 'TO_DO'),
  );
}

function findOpenDelegation({ delegations }: StoryCase): Delegation | undefined {
  return delegations.find(({ state }) => state !== 'closed');
}

/** The values with the uid and number of this case, and with its open delegation. */
function fillCaseValues(endpoint: EndpointData, values: Values, one: StoryCase, { names }: Story): Values {
  const facts: Readonly<Record<string, string | undefined>> = {
    case: one.uid,
    number: String(one.number),
    index: String(findOpenDelegation(one)?.index ?? ''),
  };
  const changes = listFields(endpoint).flatMap((field) => {
    const fact = facts[names[field.name.toLowerCase()] ?? ''];
    const key = makeKey(field);
    // A field that the sample leaves out stays empty.
    return fact === undefined || values[key] === undefined ? [] : [[key, fact]];
  });
  return { ...values, ...Object.fromEntries(changes) };
}

/** The values without those that narrow a list, except for its first record and its length. */
function removeFilters({ parameters }: EndpointData, values: Values, { names }: Story): Values {
  const filters = parameters.filter(
    ({ in: part, name, required }) =>
      part === 'query' && !required && !['start', 'limit'].includes(names[name.toLowerCase()] ?? ''),
  );
  const filterKeys = new Set(filters.map(makeKey));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !filterKeys.has(key)));
}

function listFields({ parameters, body }: EndpointData): Field[] {
  return [...parameters, ...(body?.fields ?? [])];
}

/** The request from the first user who gets a successful answer that fits. */
function findAnswered(
  world: World,
  endpoint: EndpointData,
  values: Values,
  one: StoryCase,
  fits: (body: unknown) => boolean,
): SuggestedRequest | undefined {
  const current = findOpenDelegation(one);
  const mayClaim = current?.user === '' ? (findTask(world.story, current)?.users ?? []) : [];
  const users = [current?.user ?? '', ...mayClaim, one.startedBy, endpoint.by].filter((user) => user !== '');
  const requests = users.map((user) => ({ values, token: findToken(world.story, user) }));
  return requests.find((request) => {
    const { status, body } = send(world, endpoint, request);
    return status === endpoint.status && fits(body);
  });
}

/** Sends the request to a copy of the sandbox, which forgets what it changes. */
function send(
  { state, ...surroundings }: World,
  endpoint: EndpointData,
  { values, token }: SuggestedRequest,
) {
  const copy = createWorld(surroundings, state);
  return answer(copy, endpoint, { ...makeRequest(endpoint, values), token });
}
