import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Problem } from 'gatehouse/checks';
import { didYouMean } from 'gatehouse/checks';
import type { Schema } from '../../src/reference/openapi/document.ts';
import { type Api, type Endpoint, findEndpoint } from '../../src/reference/openapi/endpoints.ts';
import type { ArticleSource, Sample } from '../article-source.ts';
import { problemAt } from '../problems.ts';

/** Holds values to the schemas of the OpenAPI document. */
export class ApiValidator {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new WeakMap<Schema, ValidateFunction>();

  constructor({ document }: Api) {
    this.#ajv.addSchema({ $id: 'api', components: document.components });
  }

  /** What does not fit, in words; empty when the value is right. */
  wrongIn(value: unknown, schema: Schema): string[] {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(absolute(schema));
    this.#validators.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message = 'is wrong' }) => `${instancePath || 'the value'} ${message}`,
    );
  }
}

/** References lead into the document, wherever the schema came from. */
function absolute(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'));
}

/**
 * Requests that an article writes by hand call an endpoint that exists, with a body that it takes. A JSON
 * fence with `answer="listUsers"` is held to the answer of that endpoint, `request="createUser"` to its body.
 */
export function checkRestSamples(
  { file, samples }: ArticleSource,
  api: Api,
  validator: ApiValidator,
): Problem[] {
  return samples.flatMap((sample) => [
    ...checkAddresses(file, sample, api),
    ...(sample.language === 'bash' ? checkCurl(file, sample, api, validator) : []),
    ...(sample.language === 'json' ? checkNamed(file, sample, api, validator) : []),
  ]);
}

const address = /https:\/\/bpa\.example\.com\/api\/1\.0\/alderbrook(\/[^\s"'`?\\)]*)/g;

/** Whatever the language: an address that no endpoint answers at is wrong. */
function checkAddresses(file: string, { code, line }: Sample, api: Api): Problem[] {
  return [...code.matchAll(address)].flatMap((match) => {
    const path = match[1] ?? '';
    // Put together by the code: the rest of the path is not known here.
    const rest = code.slice(match.index + match[0].length);
    if (
      /^['"]?\s*\.\s|^\$\{|^['"]\s*\+/.test(rest) ||
      path === '/' ||
      path.endsWith('/') ||
      /[${<]/.test(path)
    )
      return [];
    if (api.endpoints.some((endpoint) => answersAt(endpoint, path))) return [];
    const inside = code.slice(0, match.index).split('\n').length - 1;
    return [problemAt('sample-rest', { file, line: line + inside }, `No endpoint answers at ${path}.`)];
  });
}

function answersAt(endpoint: Endpoint, path: string): boolean {
  return [endpoint.path, ...endpoint.aliases].some((template) => templateOf(template).test(decodeURI(path)));
}

function templateOf(path: string): RegExp {
  const parts = path.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

function checkCurl(file: string, { code, line }: Sample, api: Api, validator: ApiValidator): Problem[] {
  const commands = code.split(/\n(?=curl )/);
  let offset = 0;
  return commands.flatMap((command) => {
    const at = { file, line: line + offset };
    offset += command.split('\n').length;
    const path = [...command.matchAll(address)][0]?.[1];
    const body = / -d '([\s\S]*?)'(?:\s|$)/.exec(command)?.[1];
    if (!command.startsWith('curl ') || path === undefined || path.includes('$')) return [];
    const method =
      /-X (\w+)/.exec(command)?.[1] ??
      (/ (?:-d|-F|--data\S*) /.test(command) && !/ -G /.test(command) ? 'POST' : 'GET');
    const endpoint = api.endpoints.find((one) => one.method === method && answersAt(one, path));
    if (!endpoint) {
      const other = api.endpoints.some((one) => answersAt(one, path));
      return other ? [problemAt('sample-rest', at, `${path} does not answer to ${method}.`)] : [];
    }
    const schema = endpoint.body?.['application/json']?.schema;
    if (body === undefined || !schema) return [];
    return validate(body.replaceAll("'\\''", "'"), schema, validator).map((message) =>
      problemAt('sample-rest', at, `The body does not fit ${endpoint.method} ${endpoint.path}: ${message}.`),
    );
  });
}

function checkNamed(
  file: string,
  { code, meta, line }: Sample,
  api: Api,
  validator: ApiValidator,
): Problem[] {
  const [, kind, name] = /\b(answer|request)="([^"]+)"/.exec(meta) ?? [];
  if (kind === undefined || name === undefined) return [];
  const at = { file, line };
  const endpoint = findEndpoint(api, name);
  if (!endpoint)
    return [
      problemAt(
        'sample-rest',
        at,
        `There is no endpoint "${name}".${didYouMean(
          name,
          api.endpoints.map(({ id }) => id),
        )}`,
      ),
    ];
  const success = Object.entries(endpoint.responses).find(([status]) => status.startsWith('2'))?.[1];
  const content = kind === 'answer' ? success?.content : endpoint.body;
  const schema = content?.['application/json']?.schema;
  if (!schema)
    return [problemAt('sample-rest', at, `${endpoint.method} ${endpoint.path} has no JSON as its ${kind}.`)];
  return validate(code, schema, validator).map((message) =>
    problemAt('sample-rest', at, `The ${kind} does not fit ${endpoint.method} ${endpoint.path}: ${message}.`),
  );
}

function validate(text: string, schema: Schema, validator: ApiValidator): string[] {
  try {
    return validator.wrongIn(JSON.parse(text), schema);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
