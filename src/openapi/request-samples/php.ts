import {
  EnvironmentVariable,
  findContentType,
  type SampleBody,
  type SampleRequest,
  type SampleText,
} from './sample-request.ts';

/** Writes a request for PHP with its extension cURL. */
export function writePhpSample(request: SampleRequest): string {
  const lines = ['<?php'];
  if (request.query.length > 0)
    lines.push(`$query = http_build_query(${writeValue(Object.fromEntries(request.query))});`);
  lines.push(`$ch = curl_init(${writeAddress(request)});`, 'curl_setopt_array($ch, [');
  lines.push(...listOptions(request).map((option) => `    ${option.replaceAll('\n', '\n    ')},`), ']);');
  lines.push(...writeAnswer(request));
  return lines.join('\n');
}

function listOptions({ method, headers, body }: SampleRequest): string[] {
  const contentType = findContentType(body);
  const headerLines = [
    ...headers.map(([name, value]) => writeText([`${name}: `, ...value])),
    ...(contentType === undefined ? [] : [quote(`Content-Type: ${contentType}`)]),
  ];
  return [
    ...(method === 'GET' || (method === 'POST' && body) ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    // Without it, cURL would wait for the body of an answer that has none.
    ...(method === 'HEAD' ? ['CURLOPT_NOBODY => true'] : []),
    'CURLOPT_RETURNTRANSFER => true',
    ...(headerLines.length === 0 ? [] : [`CURLOPT_HTTPHEADER => ${writeList(headerLines)}`]),
    ...(body ? [`CURLOPT_POSTFIELDS => ${writeBody(body)}`] : []),
  ];
}

function writeList(items: readonly string[]): string {
  return items.length === 1 ? `[${items[0]}]` : `[\n${items.map((item) => `    ${item},\n`).join('')}]`;
}

function writeBody(body: SampleBody): string {
  switch (body.kind) {
    case 'json':
      return `json_encode(${writeValue(body.value)})`;
    case 'text':
      return quote(body.text);
    case 'form':
      return `http_build_query(${writeValue(Object.fromEntries(body.fields))})`;
    case 'multipart':
      return writeList([
        ...body.fields.map(([name, value]) => `${quote(name)} => ${quote(value)}`),
        ...body.files.map(([name, file]) => `${quote(name)} => new CURLFile(${quote(file)})`),
      ]);
  }
}

function writeAddress({ address, query }: SampleRequest): string {
  if (query.length === 0) return writeText(address);
  return `${writeText([...address, '?'])} . $query`;
}

/** Texts side by side become one. */
function writeText(text: SampleText): string {
  const joinedParts: (string | EnvironmentVariable)[] = [];
  for (const part of text) {
    const last = joinedParts.at(-1);
    if (typeof part === 'string' && typeof last === 'string')
      joinedParts[joinedParts.length - 1] = last + part;
    else joinedParts.push(part);
  }
  return joinedParts.map((part) => writeValue(part)).join(' . ');
}

function writeAnswer({ answer }: SampleRequest): string[] {
  const status = 'curl_getinfo($ch, CURLINFO_HTTP_CODE)';
  switch (answer) {
    case 'json':
      return ['$answer = json_decode(curl_exec($ch), true);', `$status = ${status};`];
    case 'text':
      return ['$answer = curl_exec($ch);', `$status = ${status};`];
    case 'file':
      return ["file_put_contents('answer.bin', curl_exec($ch));", `$status = ${status};`];
    case 'nothing':
      return ['curl_exec($ch);', `$done = ${status} < 300;`];
  }
}

/** Writes a value, on one line if it is short. */
function writeValue(value: unknown, indent = ''): string {
  if (value instanceof EnvironmentVariable) return `getenv('${value.name}')`;
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((item) => writeValue(item, inner))
    : Object.entries(value).map(([name, item]) => `${quote(name)} => ${writeValue(item, inner)}`);
  // An empty object would become an empty array.
  if (items.length === 0) return Array.isArray(value) ? '[]' : 'new stdClass()';
  const isShort = items.join(', ').length <= LINE_MAX && !items.some((item) => item.includes('\n'));
  return isShort
    ? `[${items.join(', ')}]`
    : `[\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}]`;
}

const LINE_MAX = 60;

function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
