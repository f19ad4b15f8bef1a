import { didYouMean } from 'gatehouse/checks';
import type { Schema } from '../../src/reference/openapi/document.ts';
import { type Api, type Endpoint, findEndpoint } from '../../src/reference/openapi/endpoints.ts';
import { ApiValidator } from '../api-validator.ts';
import type { Sample } from '../article-source.ts';
import { checkSamples, type Found, type Rule } from '../rule.ts';

/**
 * Requests in articles call existing endpoints with valid bodies. A JSON fence with `answer="listUsers"` must
 * fit the answer of that endpoint, one with `request="createUser"` its body.
 */
export const restSamples: Rule = ({ articles, api }) => {
  const validator = new ApiValidator(api);
  return checkSamples(articles, 'any', (sample) => [
    ...findUnknownAddresses(sample, api),
    ...findWrongCommands(sample, api, validator),
    ...findWrongValue(sample, api, validator),
  ]);
};

const address = /https:\/\/bpa\.example\.com\/api\/1\.0\/alderbrook(\/[^\s"'`?\\)]*)/g;

/** Finds addresses without an endpoint, in samples of any language. */
function findUnknownAddresses({ code }: Sample, api: Api): Found[] {
  return [...code.matchAll(address)].flatMap((match) => {
    const path = match[1] ?? '';
    // The code computes the rest of the path, so it can't be checked.
    const rest = code.slice(match.index + match[0].length);
    if (/^['"]?\s*\.\s|^\$\{|^['"]\s*\+/.test(rest) || path.endsWith('/') || /[${<]/.test(path)) return [];
    if (api.endpoints.some((endpoint) => isAnsweredAt(endpoint, path))) return [];
    const line = code.slice(0, match.index).split('\n').length;
    return [{ line, message: `No endpoint answers at ${path}.` }];
  });
}

function isAnsweredAt(endpoint: Endpoint, path: string): boolean {
  return [endpoint.path, ...endpoint.aliases].some((template) =>
    makePathPattern(template).test(decodeURI(path)),
  );
}

function makePathPattern(path: string): RegExp {
  const parts = path.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** Checks that each command uses the method of its endpoint, with a valid body. */
function findWrongCommands({ language, code }: Sample, api: Api, validator: ApiValidator): Found[] {
  if (language !== 'bash') return [];
  let line = 1;
  return code.split(/\n(?=curl )/).flatMap((command) => {
    const start = line;
    line += command.split('\n').length;
    const path = [...command.matchAll(address)][0]?.[1];
    if (!command.startsWith('curl ') || path === undefined || path.includes('$')) return [];
    const method = findMethod(command);
    const matchingEndpoints = api.endpoints.filter((candidate) => isAnsweredAt(candidate, path));
    const endpoint = matchingEndpoints.find((matchingEndpoint) => matchingEndpoint.method === method);
    if (!endpoint)
      return matchingEndpoints.length === 0
        ? []
        : [{ line: start, message: `${path} does not answer to ${method}.` }];
    const body = / -d '([\s\S]*?)'(?:\s|$)/.exec(command)?.[1];
    const schema = endpoint.body?.['application/json']?.schema;
    if (body === undefined || !schema) return [];
    return findWrongJson(body.replaceAll("'\\''", "'"), schema, validator).map((fault) => ({
      line: start,
      message: `The body does not fit ${endpoint.method} ${endpoint.path}: ${fault}.`,
    }));
  });
}

function findMethod(command: string): string {
  const sends = / (?:-d|-F|--data\S*) /.test(command) && !/ -G /.test(command);
  return /-X (\w+)/.exec(command)?.[1] ?? (sends ? 'POST' : 'GET');
}

/** Checks a fence with `answer="listUsers"` or `request="createUser"` after its language. */
function findWrongValue({ language, code, meta }: Sample, api: Api, validator: ApiValidator): Found[] {
  const [, kind, name] = /\b(answer|request)="([^"]+)"/.exec(meta) ?? [];
  if (language !== 'json' || kind === undefined || name === undefined) return [];
  const endpoint = findEndpoint(api, name);
  if (!endpoint) {
    const ids = api.endpoints.map(({ id }) => id);
    return [{ message: `There is no endpoint "${name}".${didYouMean(name, ids)}` }];
  }
  const { method, path, body, responses } = endpoint;
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const content = kind === 'answer' ? success?.content : body;
  const schema = content?.['application/json']?.schema;
  if (!schema) return [{ message: `${method} ${path} has no JSON as its ${kind}.` }];
  return findWrongJson(code, schema, validator).map((fault) => ({
    message: `The ${kind} does not fit ${method} ${path}: ${fault}.`,
  }));
}

function findWrongJson(text: string, schema: Schema, validator: ApiValidator): string[] {
  try {
    return validator.findFaults(JSON.parse(text), schema);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
