import type { ApiDocument, ApiNode } from './api-document.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf, textsOf } from './values.ts';

/** Levels of a sample that is made up from a schema. */
const SAMPLE_LEVELS_MAX = 8;
/** Values of such a sample: a schema of 500 fields that each have 500 would otherwise fill the page. */
const SAMPLE_VALUES_MAX = 300;

type Direction = 'request' | 'response';

/** A value that fits a schema: the author's examples first, else made up. Undefined where a schema contains itself. */
function sampleOf(api: ApiDocument, schema: unknown, file: string, direction: Direction): unknown {
  let values = 0;
  const sample = (value: unknown, from: string, refs: readonly string[]): unknown => {
    values += 1;
    const node = api.follow(value, from);
    if (!node || values > SAMPLE_VALUES_MAX || refs.length > SAMPLE_LEVELS_MAX) return undefined;
    if (node.ref !== undefined && refs.includes(node.ref)) return undefined;
    const { value: own } = node;
    const chosen = own.example ?? listOf(own.examples)[0] ?? own.default ?? own.const ?? listOf(own.enum)[0];
    if (chosen !== undefined) return chosen;
    // A part without a reference is a level too.
    const inside = [...refs, node.ref ?? ''];
    const one = listOf(own.oneOf)[0] ?? listOf(own.anyOf)[0];
    const merged = [...listOf(own.allOf), ...(one === undefined ? [] : [one])]
      .map((part) => sample(part, node.file, inside))
      .filter((part) => part !== undefined);
    const isAnObject = isObject(own.properties) || typesOf(own).includes('object');
    if (merged.length > 0 && !merged.every(isObject)) return merged[0];
    if (merged.length > 0 || isAnObject) {
      const skipped = direction === 'request' ? 'readOnly' : 'writeOnly';
      const fields = Object.entries(objectOf(own.properties)).flatMap(([name, property]) => {
        if (api.follow(property, node.file)?.value[skipped] === true) return [];
        const made = sample(property, node.file, inside);
        return made === undefined ? [] : [[name, made] as const];
      });
      return { ...Object.assign({}, ...merged), ...Object.fromEntries(fields) };
    }
    if (own.items !== undefined || typesOf(own).includes('array')) {
      const item = sample(own.items, node.file, inside);
      return item === undefined ? [] : [item];
    }
    return plainSample(own);
  };
  return sample(schema, file, []);
}

export function typesOf(schema: JsonObject): readonly string[] {
  return typeof schema.type === 'string' ? [schema.type] : textsOf(schema.type);
}

const textSamples: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'name@example.com',
  uri: 'https://example.com',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
};

function plainSample(schema: JsonObject): unknown {
  const [type = 'any'] = typesOf(schema).filter((one) => one !== 'null');
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 0;
  if (type === 'boolean') return true;
  if (type === 'string') return textSamples[String(schema.format)] ?? 'string';
  return undefined;
}

/** The example of a body or parameter: its own, else one made from its schema. */
export function exampleOf(api: ApiDocument, media: ApiNode, direction: Direction): unknown {
  if (media.value.example !== undefined) return media.value.example;
  const [first] = Object.values(objectOf(media.value.examples));
  const named = api.follow(first, media.file)?.value.value;
  return named ?? sampleOf(api, media.value.schema, media.file, direction);
}

/** The request as a command for a shell. */
export function curlOf({
  method,
  url,
  headers,
  body,
}: {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string | undefined;
}): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quote(body)}`]),
  ];
  return parts.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The first server, with its variables' defaults. */
export function serverUrl(servers: unknown): string {
  const server = objectOf(listOf(servers)[0]);
  const url = textOf(server.url) ?? '';
  return url
    .replace(
      /\{([^}]+)\}/g,
      (whole, name: string) => textOf(objectOf(objectOf(server.variables)[name]).default) ?? whole,
    )
    .replace(/\/$/, '');
}
