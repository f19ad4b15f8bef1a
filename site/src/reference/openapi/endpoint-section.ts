import { livePart, type SiteComponentHost, type SitePart } from 'gatehouse/sections';
import { readData } from '../component.ts';
import { permissionKeys } from '../data.ts';
import { linkedProse } from '../linked-prose.ts';
import {
  blocks,
  details,
  fence,
  formatCode,
  heading,
  joinWords,
  lowerFirst,
  prose,
  tabs,
} from '../markdown.ts';
import type { ApiDocument, Schema } from './document.ts';
import { type Api, describeAnswer, type Endpoint, resolveSchema, schemaName } from './endpoints.ts';
import { answerExample } from './example-value.ts';
import { ownErrorsTable } from './own-errors.ts';
import { curlSample } from './samples/curl.ts';
import { javaScriptSample } from './samples/javascript.ts';
import { phpSample } from './samples/php.ts';
import { sampleRequest } from './samples/sample-request.ts';
import { sandboxFiles } from './sandbox/sandbox-files.ts';
import { storyFile } from './sandbox/story-file.ts';
import { answerTable, bodyTable, parameterTable } from './schema-table.ts';

interface SectionOptions {
  level: number;
  /** `own`: the writer's request is between the tags, and none is made. */
  request: 'made' | 'own' | 'none';
  host: SiteComponentHost;
}

/** Objects whose fields the page lists already: name of the schema → id of the heading. */
type Said = SiteComponentHost['said'];

/** Answers longer than this are folded. */
const OPEN_LINES_MAX = 14;
/** Tables longer than this are folded. */
const OPEN_ROWS_MAX = 12;
/** A body of fewer fields is listed again rather than referred to. */
const REPEATED_FIELDS_MIN = 3;

/** Everything about one endpoint; what is between the tags comes before its errors. */
export function endpointSection(
  api: Api,
  endpoint: Endpoint,
  { level, request, host }: SectionOptions,
): SitePart[] {
  const { document } = api;
  const id = endpoint.heading;
  const title = (words: string, part: string) => heading(level + 1, words, `${id}-${part}`);
  const parameters = parameterTable(endpoint.parameters);
  const before = blocks(
    heading(level, endpoint.title, id),
    badge(endpoint),
    prose(endpoint.description),
    rights(endpoint, host),
    remark(endpoint),
    parameters === '' ? '' : blocks(title('Parameters', 'parameters'), parameters),
    bodySection(document, endpoint, title('Body', 'body'), host.said),
    request === 'none' ? '' : title('Request', 'request'),
  );
  const open = tryIt(api, endpoint, host);
  const answer = blocks(title('Answer', 'answer'), answerText(document, endpoint, host.said));
  const after = ownErrorsTable(endpoint, host);
  if (request === 'own') return [before, { children: true }, blocks(open, answer, after)];
  const samples = request === 'made' ? sampleTabs(document, endpoint) : '';
  return [blocks(before, samples, open, answer), { children: true }, after];
}

function badge({ method, shownPath }: Endpoint): string {
  return `<div className="badge">

**${method}** ${formatCode(shownPath)}

</div>`;
}

function rights({ method, permission, aliases, needsToken }: Endpoint, host: SiteComponentHost): string {
  const key = (name: string) => linkedProse(host, formatCode(name));
  const sentences = [
    permission.length > 0
      ? `**Permission:** ${joinWords(permission.map(key), 'or')}.`
      : needsToken
        ? '**Permission:** any user with a token; the rules of the endpoint decide what the user may see and do.'
        : '**Permission:** none, but the application has to identify itself or the user has to be logged in.',
  ];
  if (aliases.length > 0) {
    sentences.push(
      `**Also answers at:** ${joinWords(
        aliases.map((alias) => formatCode(`${method} ${alias}`)),
        'and',
      )}.`,
    );
  }
  return sentences.join(' ');
}

function remark({ deprecated, source }: Endpoint): string {
  const old = 'The list is of an older generation and still answers. Prefer the lists of the home screen.';
  const serves = 'The endpoint serves the screens of the product and may change with them.';
  const remarks = [
    deprecated && old,
    source === 'interface' && serves,
    source === 'partial' && 'The answer can hold more fields than these.',
  ];
  return remarks.filter(Boolean).join(' ');
}

function bodySection(
  document: ApiDocument,
  endpoint: Endpoint,
  title: string,
  describedSchemas: Said,
): string {
  const [type, content] = Object.entries(endpoint.body ?? {})[0] ?? [];
  if (type === undefined || !content?.schema) return '';
  const schema = resolveSchema(document, content.schema);
  const knownText = knownBody(schema, endpoint, describedSchemas);
  if (knownText !== undefined) return blocks(title, knownText);
  const kind =
    type === 'application/json'
      ? schema.type === 'array'
        ? 'A JSON array of objects with these fields:'
        : 'JSON with these fields:'
      : type === 'multipart/form-data'
        ? 'The body is `multipart/form-data` with these parts:'
        : 'The body is a form, `application/x-www-form-urlencoded`, with these fields:';
  const rows = bodyTable(document, schema);
  const words = prose(schema.description ?? '');
  return blocks(title, words === '' ? '' : sentence(words), rows === '' ? '' : blocks(kind, rows));
}

/** An update takes the fields that creating took, which the page lists already. */
function knownBody(schema: Schema, { heading, title }: Endpoint, describedSchemas: Said): string | undefined {
  const names = Object.keys(schema.properties ?? {});
  if (names.length < REPEATED_FIELDS_MIN) return undefined;
  const key = `body ${names.toSorted().join()}`;
  const before = describedSchemas.get(key);
  if (before === undefined || (schema.required?.length ?? 0) > 0) {
    describedSchemas.set(key, `[${title}](#${heading}-body)`);
    return undefined;
  }
  return `JSON with any of the fields of ${before}. Here all of them are optional.`;
}

function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

function sampleTabs(document: ApiDocument, endpoint: Endpoint): string {
  const request = sampleRequest(document, endpoint);
  return tabs([
    { value: 'curl', label: 'curl', content: fence('bash', curlSample(request)) },
    { value: 'javascript', label: 'JavaScript', content: fence('js', javaScriptSample(request)) },
    { value: 'php', label: 'PHP', content: fence('php', phpSample(request)) },
  ]);
}

function answerText(document: ApiDocument, endpoint: Endpoint, describedSchemas: Said): string {
  const { status, description, json, kind } = describeAnswer(document, endpoint);
  if (kind === 'file') return `${formatCode(status)} with the file.`;
  if (!json) return `${formatCode(status)}. ${sentence(prose(description)).replace(/^Done\. /, '')}`;
  const { schema = {} } = json;
  const resolved = resolveSchema(document, schema);
  const isList = resolved.type === 'array';
  const value = answerExample(document, json);
  if (value === undefined) {
    return `${formatCode(status)} with ${isList ? 'an array' : 'an object'}: ${lowerFirst(prose(resolved.description ?? ''))}. The fields differ between versions: read an answer of your installation before you use them.`;
  }
  return blocks(
    `${formatCode(status)} with ${isList ? 'an array' : typeof value === 'object' ? 'an object' : 'a value'}${what(document, endpoint, schema, describedSchemas)}`,
    sampleAnswer(value),
  );
}

/** The fields, or where the page lists them already. */
function what(document: ApiDocument, endpoint: Endpoint, schema: Schema, describedSchemas: Said): string {
  const resolved = resolveSchema(document, schema);
  const name = schemaName(schema) ?? (resolved.items && schemaName(resolved.items));
  const earlierPlace = name === undefined ? undefined : describedSchemas.get(name);
  if (earlierPlace !== undefined) {
    const whose = resolved.type === 'array' ? ' of objects. Their' : '. Its';
    return `${whose} fields are listed under [${formatCode(name ?? '')}](#${earlierPlace}).`;
  }
  const rows = answerTable(document, schema);
  if (rows === '')
    return resolved.description === undefined
      ? '.'
      : `: ${lowerFirst(sentence(prose(resolved.description)))}`;
  if (name !== undefined) describedSchemas.set(name, `${endpoint.heading}-answer`);
  const count = rows.split('\n').length - 2;
  return `:\n\n${count > OPEN_ROWS_MAX ? details(`${count} fields`, rows) : rows}`;
}

function sampleAnswer(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  const block = fence('json', text);
  return text.split('\n').length > OPEN_LINES_MAX ? details('Sample answer', block) : block;
}

/** The button that opens the request of an endpoint; what it needs then is a file of the page, not of any script. */
function tryIt(api: Api, { id, title, page }: Endpoint, host: SiteComponentHost): string {
  const story = readData(host, storyFile);
  const permissions = readData(host, permissionKeys);
  if (!story || !permissions) return '';
  const files = sandboxFiles(api, story, permissions);
  return livePart(
    'TryIt',
    {
      id,
      title,
      data: host.asset('endpoints.json', files.pageText(page)),
      story: host.asset('sandbox.json', files.storyText),
      ...(host.connect.length > 0 && { servers: host.connect }),
    },
    [],
  );
}
