import { writeCurlSample, writeJavaScriptSample, writePhpSample } from 'gatehouse/api-samples';
import { livePart, type SiteComponentHost, type SitePart } from 'gatehouse/sections';
import { readData } from '../component.ts';
import { permissionKeys } from '../data.ts';
import { foldSection } from '../folded-section.ts';
import { linkProse } from '../linked-prose.ts';
import {
  formatCode,
  formatDetails,
  formatFence,
  formatHeading,
  formatProse,
  formatTabs,
  joinBlocks,
  joinWords,
  lowerFirst,
} from '../markdown.ts';
import type { ApiDocument, Schema } from './document.ts';
import { type Api, describeAnswer, type Endpoint, readSchemaName, resolveSchema } from './endpoints.ts';
import { answerExample } from './example-value.ts';
import { drawOwnErrors } from './own-errors.ts';
import { ANY_USER, anyUserMay, isInTableOfPaths } from './page-statements.ts';
import { createEndpointSample } from './samples/sample-request.ts';
import { writeSandboxFiles } from './sandbox/sandbox-files.ts';
import { storyFile } from './sandbox/story-file.ts';
import { describeAnswerFields, describeBody, describeParameters, foldFields } from './schema-table.ts';

interface SectionOptions {
  level: number;
  /** `own`: the writer's request is between the tags, and none is made. */
  request: 'made' | 'own' | 'none';
  host: SiteComponentHost;
  /** The content that a writer put between the tags. */
  children: readonly SitePart[];
}

/** Objects whose fields the page lists already: name of the schema → id of the heading. */
type Said = SiteComponentHost['said'];

/** Answers longer than this are folded. */
const OPEN_LINES_MAX = 14;
/** How the document describes an answer that has only a status. */
const NO_BODY = 'Done. The answer has no body.';
/** A body of fewer fields is listed again rather than referred to. */
const REPEATED_FIELDS_MIN = 3;

/** Writes the section of one endpoint. Content between the tags of the component comes before the errors. */
export function writeEndpointSection(
  api: Api,
  endpoint: Endpoint,
  { level, request, host, children }: SectionOptions,
): SitePart[] {
  const { document } = api;
  const id = endpoint.heading;
  const formatTitle = (words: string, part: string) => formatHeading(level + 1, words, `${id}-${part}`);
  const head = formatHeading(level, endpoint.title, id);
  const before = joinBlocks(
    formatProse(endpoint.description),
    describeRights(endpoint, host),
    writeRemark(endpoint),
    writeParameterSection(endpoint, formatTitle('Parameters', 'parameters'), host),
    writeBodySection(document, endpoint, formatTitle('Body', 'body'), host),
    request === 'none' ? '' : formatTitle('Request', 'request'),
  );
  const open = tryIt(api, endpoint, host);
  const answer = joinBlocks(formatTitle('Answer', 'answer'), answerText(document, endpoint, host));
  const after = drawOwnErrors(endpoint, host);
  const samples = request === 'made' ? formatSampleTabs(document, endpoint) : '';
  const parts: SitePart[] =
    request === 'own'
      ? [before, ...children, joinBlocks(open, answer, after)]
      : [joinBlocks(before, samples, open, answer), ...children, after];
  return foldSection({ head, summary: formatMethodAndPath(endpoint), parts });
}

function formatMethodAndPath({ method, shownPath }: Endpoint): string {
  return `**${method}** ${formatCode(shownPath)}`;
}

function describeRights(
  { method, permission, aliases, needsToken }: Endpoint,
  host: SiteComponentHost,
): string {
  const linkKey = (name: string) => linkProse(host, formatCode(name));
  const anyUser = host.said.has(ANY_USER)
    ? '**Permission:** any user.'
    : `**Permission:** any user with a token; ${anyUserMay}.`;
  const sentences = [
    permission.length > 0
      ? `**Permission:** ${joinWords(permission.map(linkKey), 'or')}.`
      : needsToken
        ? anyUser
        : '**Permission:** none: the application identifies itself, or the user is logged in.',
  ];
  if (aliases.length > 0) {
    sentences.push(
      `**${aliases.length === 1 ? 'Alias' : 'Aliases'}:** ${joinWords(
        aliases.map((alias) => formatCode(`${method} ${alias}`)),
        'and',
      )}.`,
    );
  }
  return sentences.join(' ');
}

function writeRemark({ deprecated, source }: Endpoint): string {
  const old = 'An older list: prefer those of the home screen.';
  const serves = 'May change between releases.';
  const remarks = [
    deprecated && old,
    source === 'interface' && serves,
    source === 'partial' && 'The answer can have more fields.',
  ];
  return remarks.filter(Boolean).join(' ');
}

/**
 * Writes the parameters. If the page has already described all of them, only the id of the heading remains, for links.
 */
function writeParameterSection(endpoint: Endpoint, title: string, host: SiteComponentHost): string {
  const { heading: id, parameters, title: words } = endpoint;
  if (parameters.length === 0) return '';
  const parameterTable = describeParameters(
    parameters.filter((parameter) => !isInTableOfPaths(host, parameter)),
    `[${formatProse(words)}](#${id}-parameters)`,
    host,
  );
  const rows = joinBlocks(parameterTable.references.join(' '), parameterTable.table);
  return rows === '' ? `<span id="${id}-parameters" />` : joinBlocks(title, rows);
}

function writeBodySection(
  document: ApiDocument,
  endpoint: Endpoint,
  title: string,
  host: SiteComponentHost,
): string {
  const [type, content] = Object.entries(endpoint.body ?? {})[0] ?? [];
  if (type === undefined || !content?.schema) return '';
  const schema = resolveSchema(document, content.schema);
  const knownText = describeKnownBody(schema, endpoint, host.said);
  if (knownText !== undefined) return joinBlocks(title, knownText);
  const kind =
    type === 'application/json'
      ? schema.type === 'array'
        ? 'A JSON array of objects with these fields:'
        : 'JSON fields:'
      : type === 'multipart/form-data'
        ? 'The body is `multipart/form-data` with these parts:'
        : 'The body is a form, `application/x-www-form-urlencoded`, with these fields:';
  const place = `[${formatProse(endpoint.title)}](#${endpoint.heading}-body)`;
  const { references, table } = describeBody(document, schema, place, host);
  const rows = joinBlocks(references.join(' '), table);
  const words = formatProse(schema.description ?? '');
  return joinBlocks(
    title,
    words === '' ? '' : formatSentence(words),
    rows === '' ? '' : joinBlocks(kind, rows),
  );
}

/** An update takes the fields that creating took, which the page lists already. */
function describeKnownBody(
  schema: Schema,
  { heading, title }: Endpoint,
  describedSchemas: Said,
): string | undefined {
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

function formatSentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

function formatSampleTabs(document: ApiDocument, endpoint: Endpoint): string {
  const request = createEndpointSample(document, endpoint);
  return formatTabs([
    { value: 'curl', label: 'curl', content: formatFence('bash', writeCurlSample(request)) },
    { value: 'javascript', label: 'JavaScript', content: formatFence('js', writeJavaScriptSample(request)) },
    { value: 'php', label: 'PHP', content: formatFence('php', writePhpSample(request)) },
  ]);
}

function answerText(document: ApiDocument, endpoint: Endpoint, host: SiteComponentHost): string {
  const { status, description, json, kind } = describeAnswer(document, endpoint);
  if (kind === 'file') return `${formatCode(status)} with the file.`;
  if (!json)
    return description === NO_BODY
      ? `${formatCode(status)} with no body.`
      : `${formatCode(status)}. ${formatSentence(formatProse(description)).replace(/^Done\. /, '')}`;
  const { schema = {} } = json;
  const resolvedSchema = resolveSchema(document, schema);
  const isList = resolvedSchema.type === 'array';
  const value = answerExample(document, json);
  if (value === undefined) {
    return `${formatCode(status)} with ${isList ? 'an array' : 'an object'}: ${lowerFirst(formatProse(resolvedSchema.description ?? ''))}. The fields differ between versions: read an answer of your installation before you use them.`;
  }
  const fields = describeFields(document, endpoint, schema, host);
  const sample = formatSampleAnswer(value, endpoint, host);
  return joinBlocks(
    `${formatCode(status)} with ${isList ? 'an array' : typeof value === 'object' ? 'an object' : 'a value'}${fields}`,
    // The place that has the fields shows the sample below them.
    readTarget(sample) !== undefined && readTarget(sample) === readTarget(fields) ? '' : sample,
  );
}

/** The fields, or where the page lists them already. */
function describeFields(
  document: ApiDocument,
  endpoint: Endpoint,
  schema: Schema,
  host: SiteComponentHost,
): string {
  const resolvedSchema = resolveSchema(document, schema);
  const name = readSchemaName(schema) ?? (resolvedSchema.items && readSchemaName(resolvedSchema.items));
  const place = `[${name === undefined ? formatProse(endpoint.title) : formatCode(name)}](#${endpoint.heading}-answer)`;
  const fields = describeAnswerFields(document, schema, place, host);
  if (fields.table === '' && fields.references.length === 0)
    return resolvedSchema.description === undefined
      ? '.'
      : `: ${lowerFirst(formatSentence(formatProse(resolvedSchema.description)))}`;
  const words = fields.references.join(' ');
  if (fields.table === '') return `. ${words}`;
  const rows = foldFields(fields);
  return words === '' ? `:\n\n${rows}` : `. ${words} Other fields:\n\n${rows}`;
}

/** The id to which a sentence that only refers leads: `get-lists-answer` of `. See [List](#get-lists-answer).` */
function readTarget(words: string): string | undefined {
  return /^(?:\. See|For a sample, see) \[[^\]]*\]\(#([^)]+)\)\.$/.exec(words)?.[1];
}

/** A long sample that the page has shown isn't shown again. */
function formatSampleAnswer(value: unknown, { title, heading }: Endpoint, host: SiteComponentHost): string {
  const text = JSON.stringify(value, null, 2);
  const block = formatFence('json', text);
  if (text.split('\n').length <= OPEN_LINES_MAX) return block;
  const earlierPlace = host.said.get(`sample ${text}`);
  if (earlierPlace !== undefined) return `For a sample, see ${earlierPlace}.`;
  host.said.set(`sample ${text}`, `[${formatProse(title)}](#${heading}-answer)`);
  return formatDetails('Sample answer', block);
}

/** The button that opens the request of an endpoint; what it needs then is a file of the page, not of any script. */
function tryIt(api: Api, { id, title, page }: Endpoint, host: SiteComponentHost): string {
  const story = readData(host, storyFile);
  const permissions = readData(host, permissionKeys);
  if (!story || !permissions) return '';
  const files = writeSandboxFiles(api, story, permissions);
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
