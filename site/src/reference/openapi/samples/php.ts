import { FromEnvironment } from '../from-environment.ts';
import type { SampleBody, SampleRequest } from './sample-request.ts';

export function phpSample(request: SampleRequest): string {
  const lines = ['<?php'];
  if (request.query.length > 0)
    lines.push(`$query = http_build_query(${literal(Object.fromEntries(request.query))});`);
  lines.push(`$ch = curl_init(${address(request)});`, 'curl_setopt_array($ch, [');
  lines.push(...listOptions(request).map((option) => `    ${option.replaceAll('\n', '\n    ')},`), ']);');
  lines.push(...resultLines(request));
  return lines.join('\n');
}

function listOptions({ method, needsToken, body }: SampleRequest): string[] {
  const headers = [
    ...(needsToken ? ["'Authorization: Bearer ' . getenv('TOKEN')"] : []),
    ...(body?.kind === 'json' ? ["'Content-Type: application/json'"] : []),
  ];
  return [
    ...(method === 'GET' || (method === 'POST' && body) ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    'CURLOPT_RETURNTRANSFER => true',
    ...(headers.length === 0 ? [] : [`CURLOPT_HTTPHEADER => ${list(headers)}`]),
    ...(body ? [`CURLOPT_POSTFIELDS => ${writeBody(body)}`] : []),
  ];
}

function list(items: readonly string[]): string {
  return items.length === 1 ? `[${items[0]}]` : `[\n${items.map((item) => `    ${item},\n`).join('')}]`;
}

function writeBody(body: SampleBody): string {
  switch (body.kind) {
    case 'json':
      return `json_encode(${literal(body.value)})`;
    case 'form':
      return `http_build_query(${literal(Object.fromEntries(body.fields))})`;
    case 'multipart':
      return list([
        ...body.fields.map(([name, value]) => `${text(name)} => ${text(value)}`),
        ...body.files.map(([name, file]) => `${text(name)} => new CURLFile(${text(file)})`),
      ]);
  }
}

function address({ address, query }: SampleRequest): string {
  const parts = address.map((part) =>
    part instanceof FromEnvironment ? `getenv('${part.variable}')` : encodeURI(part),
  );
  const joinedLines: string[] = [];
  for (const [index, part] of parts.entries()) {
    const isText = !(address[index] instanceof FromEnvironment);
    const last = joinedLines.at(-1);
    if (isText && last?.startsWith("'")) joinedLines[joinedLines.length - 1] = `${last.slice(0, -1)}${part}'`;
    else joinedLines.push(isText ? text(part) : part);
  }
  const whole = joinedLines.join(' . ');
  return query.length === 0 ? whole : `${whole.replace(/'$/, "?'")} . $query`;
}

function resultLines({ answer }: SampleRequest): string[] {
  const status = 'curl_getinfo($ch, CURLINFO_HTTP_CODE)';
  if (answer === 'json') return ['$answer = json_decode(curl_exec($ch), true);', `$status = ${status};`];
  if (answer === 'file') return ["file_put_contents('answer.bin', curl_exec($ch));", `$status = ${status};`];
  return ['curl_exec($ch);', `$done = ${status} < 300;`];
}

/** On one line where it is short. */
function literal(value: unknown, indent = ''): string {
  if (value instanceof FromEnvironment) return `getenv('${value.variable}')`;
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${text(name)} => ${literal(item, inner)}`);
  // An empty object would become an empty array.
  if (items.length === 0) return Array.isArray(value) ? '[]' : 'new stdClass()';
  const isShort = items.join(', ').length <= LINE_MAX && !items.some((item) => item.includes('\n'));
  return isShort
    ? `[${items.join(', ')}]`
    : `[\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}]`;
}

const LINE_MAX = 60;

function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
