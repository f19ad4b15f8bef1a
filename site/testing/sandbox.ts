import { hash } from 'node:crypto';
import { answer, createWorld } from '../src/live/try-it/sandbox/answer.ts';
import type { SandboxAnswer, World } from '../src/live/try-it/sandbox/call.ts';
import { isRecord } from '../src/live/try-it/sandbox/check-request.ts';
import type { EndpointData, Field, PageData } from '../src/live/try-it/sandbox/endpoint-data.ts';
import {
  createSampleValues,
  makeKey,
  makeRequest,
  type Values,
  WHOLE_BODY,
} from '../src/live/try-it/sandbox/request.ts';
import { permissionKeys } from '../src/reference/data.ts';
import { writeSandboxFiles } from '../src/reference/openapi/sandbox/sandbox-files.ts';
import { storyFile } from '../src/reference/openapi/sandbox/story-file.ts';
import { manualData } from './manual.ts';

const { api, file } = manualData;
const { story, pageText } = writeSandboxFiles(
  api,
  storyFile.parse(file(storyFile.file).text),
  permissionKeys.parse(file(permissionKeys.file).text),
);

/** Data that the browser gets for each page with endpoints. */
const pages = [...new Set(api.endpoints.map(({ page }) => page))].map(
  (page): PageData => JSON.parse(pageText(page)),
);

export const sandboxEndpoints = pages.flatMap(({ endpoints }) => endpoints);

export interface Sandbox {
  world: World;
  /** Sends the sample of an endpoint, with these values instead: `{ 'path app_uid': … }`. */
  send(id: string, instead?: Values, user?: string): SandboxAnswer;
  /** Sends values of the reader's own, by name, to the endpoint. Where the token is none, it is that of the sample. */
  call(
    endpoint: EndpointData,
    parameters: Record<string, unknown>,
    body: unknown,
    token?: string,
  ): SandboxAnswer;
}

/** A sandbox as a reader finds it, whose clock and uids go on by themselves. */
export function createNewSandbox(): Sandbox {
  let tokenCount = 0;
  const collections = Object.assign({}, ...pages.map((page) => page.collections));
  const surroundings = {
    now: () => new Date(Date.UTC(2026, 2, 12, 9, tokenCount)).toISOString().slice(0, 19).replace('T', ' '),
    uid: () => {
      tokenCount += 1;
      return hash('md5', `made ${tokenCount}`);
    },
  };
  const world = createWorld({ story, collections, ...surroundings });
  const makeToken = (uid: string) =>
    Object.entries(story.tokens).find(([, { user, expired }]) => user === uid && !expired)?.[0] ?? '';
  return {
    world,
    send(id, instead = {}, user) {
      const endpoint = sandboxEndpoints.find((sandboxEndpoint) => sandboxEndpoint.id === id);
      if (!endpoint) throw new Error(`There is no endpoint ${id}.`);
      const names = new Set([...endpoint.parameters, ...(endpoint.body?.fields ?? [])].map(makeKey));
      const unknown = Object.keys(instead).find((key) => !names.has(key) && key !== WHOLE_BODY);
      if (unknown !== undefined) throw new Error(`${id} has no field "${unknown}".`);
      const sender = story.users.find(({ name }) => name === user)?.uid ?? endpoint.by;
      const request = makeRequest(endpoint, { ...createSampleValues(endpoint), ...instead });
      return answer(world, endpoint, { ...request, token: makeToken(sender) });
    },
    call(endpoint, parameters, body, token = '') {
      const isKnown = token in story.tokens || token in world.state.tokens;
      const sampleValues = withSamples(endpoint, parameters, body);
      return answer(world, endpoint, { ...sampleValues, token: isKnown ? token : makeToken(endpoint.by) });
    },
  };
}

/** Variables that a code sample reads from its environment have the values of the story. */
function withSamples({ parameters, body }: EndpointData, sent: Record<string, unknown>, sentBody: unknown) {
  const listFilledFields = (fields: readonly Field[], values: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const example = fields.find((field) => field.name === name)?.example;
        return [name, /^(?:undefined|\$\w+)$/.test(String(value)) ? example : value];
      }),
    );
  return {
    parameters: listFilledFields(parameters, sent),
    body: isRecord(sentBody) ? listFilledFields(body?.fields ?? [], sentBody) : sentBody,
  };
}
