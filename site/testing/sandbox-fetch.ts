import type { EndpointData } from '../src/live/try-it/sandbox/endpoint-data.ts';
import { type Sandbox, sandboxEndpoints } from './sandbox.ts';

/** `fetch` of a program that calls the installation of the story: the sandbox answers. */
export function createSandboxFetch(sandbox: Sandbox): typeof fetch {
  return async (input, { method = 'GET', headers, body } = {}) => {
    const url = new URL(String(input));
    const parsedBody = parseBody(body);
    const match = findEndpointAt(method, url, parsedBody);
    if (!match) throw new Error(`No endpoint takes ${method} ${url.pathname}.`);
    const { endpoint, parameters } = match;
    const token = new Headers(headers).get('authorization')?.replace(/^Bearer /, '');
    const answer = sandbox.call(
      endpoint,
      { ...parameters, ...Object.fromEntries(url.searchParams) },
      parsedBody,
      token,
    );
    const text = answer.body === undefined ? answer.file : JSON.stringify(answer.body);
    return new Response(answer.status === 204 ? null : text, { status: answer.status });
  };
}

/** The `fetch` that a command of curl is. A variable of the shell is what the sample of its endpoint has. */
export async function sendCurl(command: string, send: typeof fetch): Promise<Response> {
  const sends = / (?:-d|-F|--data\S*) /.test(command) && !/ -G /.test(command);
  const method = /-X (\w+)/.exec(command)?.[1] ?? (sends ? 'POST' : 'GET');
  const url = new URL(/https:[^\s"']*/.exec(command)?.[0] ?? '');
  const fields = [...command.matchAll(/ (?:-F|--data-urlencode) "([^"=]+)=([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value.replace(/^@/, '')],
  );
  const json = / -d '([\s\S]*?)'(?:\s|$)/.exec(command)?.[1];
  if (method === 'GET') for (const [name, value] of fields) url.searchParams.set(name, value);
  const body = json ?? (method === 'GET' ? null : new URLSearchParams(fields));
  return send(url, { method, body });
}

function findEndpointAt(
  method: string,
  { origin, pathname }: URL,
  parsedBody: unknown,
): { endpoint: EndpointData; parameters: Record<string, string> } | undefined {
  const matches = sandboxEndpoints.flatMap((endpoint) => {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const values = makePathPattern(endpoint).exec(origin + decodeURI(pathname));
    if (endpoint.method !== method || !values || !takes(endpoint, parsedBody)) return [];
    return [
      {
        endpoint,
        parameters: Object.fromEntries(names.map((name, index) => [name, values[index + 1] ?? ''])),
      },
    ];
  });
  // The path with fewer parameters is the more specific one.
  return matches.toSorted((a, b) => Object.keys(a.parameters).length - Object.keys(b.parameters).length)[0];
}

function makePathPattern({ base, path }: EndpointData): RegExp {
  const escapedAddress = `${base}${path}`.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escapedAddress.replace(/\{\w+\}/g, '([^/]+)')}$`);
}

/** Endpoints of one path differ by the grant. */
function takes({ does, body }: EndpointData, parsedBody: unknown): boolean {
  const { grant_type: grant }: { grant_type?: unknown } = Object(parsedBody);
  if (does.kind !== 'token' || grant === undefined) return true;
  return body?.fields.some(({ name, example }) => name === 'grant_type' && example === grant) === true;
}

/** Parts that are files are their names. */
function parseBody(body: unknown): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  if (!(body instanceof FormData || body instanceof URLSearchParams)) return undefined;
  return Object.fromEntries(
    [...body].map(([name, value]) => [name, value instanceof File ? value.name : value]),
  );
}
