import {
  EnvironmentVariable,
  findContentType,
  type SampleBody,
  type SampleRequest,
  type SampleText,
} from './sample-request.ts';

/** Writes a request for Node.js, as a module. */
export function writeJavaScriptSample(request: SampleRequest): string {
  const { before, option } = writeBody(request.body);
  const lines = [...before];
  if (request.query.length > 0)
    lines.push(`const query = new URLSearchParams(${writeValue(Object.fromEntries(request.query))});`);
  const headers = writeHeaders(request);
  const options = [
    ...(request.method === 'GET' ? [] : [`method: '${request.method}'`]),
    ...(headers.length > 0 ? [headers] : []),
    ...(option === undefined ? [] : [option]),
  ];
  const list = options.map((item) => `  ${item.replaceAll('\n', '\n  ')},\n`).join('');
  lines.push(`const response = await fetch(${writeAddress(request)}${list === '' ? '' : `, {\n${list}}`});`);
  lines.push(answerLines[request.answer]);
  return (usesFiles(request.body) ? ["import { openAsBlob } from 'node:fs';", '', ...lines] : lines).join(
    '\n',
  );
}

const answerLines: Readonly<Record<SampleRequest['answer'], string>> = {
  json: 'const answer = await response.json();',
  text: 'const answer = await response.text();',
  file: 'const file = await response.blob();',
  nothing: 'const done = response.ok;',
};

function usesFiles(body: SampleBody | undefined): boolean {
  return body?.kind === 'multipart' && body.files.length > 0;
}

function writeHeaders({ headers, body }: SampleRequest): string {
  const contentType = findContentType(body);
  const entries = [
    ...headers,
    ...(contentType === undefined ? [] : [['Content-Type', [contentType]] as const]),
  ].map(([name, value]) => `${writeKey(name)}: ${writeText(value)}`);
  if (entries.length <= 1) return entries.map((entry) => `headers: { ${entry} }`).join('');
  return `headers: {\n${entries.map((entry) => `  ${entry},\n`).join('')}}`;
}

function writeAddress({ address, query }: SampleRequest): string {
  return writeText(address, query.length > 0 ? `?\${query}` : '');
}

/** `end` is code of a template literal. */
function writeText(text: SampleText, end = ''): string {
  if (end === '' && text.every((part) => typeof part === 'string')) return quote(text.join(''));
  const parts = text.map((part) =>
    typeof part === 'string' ? part.replaceAll(/[`\\]|\$(?=\{)/g, '\\$&') : `\${process.env.${part.name}}`,
  );
  return `\`${parts.join('')}${end}\``;
}

function writeBody(body: SampleBody | undefined): { before: string[]; option?: string } {
  switch (body?.kind) {
    case undefined:
      return { before: [] };
    case 'json':
      return { before: [], option: `body: JSON.stringify(${writeValue(body.value)})` };
    case 'text':
      return { before: [], option: `body: ${quote(body.text)}` };
    case 'form':
      return {
        before: [],
        option: `body: new URLSearchParams(${writeValue(Object.fromEntries(body.fields))})`,
      };
    case 'multipart':
      return {
        before: [
          'const form = new FormData();',
          ...body.fields.map(([name, value]) => `form.append(${quote(name)}, ${quote(value)});`),
          ...body.files.map(
            ([name, file]) =>
              `form.append(${quote(name)}, await openAsBlob(${quote(file)}), ${quote(file)});`,
          ),
          '',
        ],
        option: 'body: form',
      };
  }
}

/** Writes a value, on one line if it is short. */
function writeValue(value: unknown, indent = ''): string {
  if (value instanceof EnvironmentVariable) return `process.env.${value.name}`;
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => writeValue(item, inner));
    return fitsLine(items)
      ? `[${items.join(', ')}]`
      : `[\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}]`;
  }
  const entries = Object.entries(value).map(
    ([name, item]) => `${writeKey(name)}: ${writeValue(item, inner)}`,
  );
  if (entries.length === 0) return '{}';
  return fitsLine(entries)
    ? `{ ${entries.join(', ')} }`
    : `{\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}}`;
}

const LINE_MAX = 60;

function fitsLine(items: readonly string[]): boolean {
  return items.join(', ').length <= LINE_MAX && !items.some((item) => item.includes('\n'));
}

function writeKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\r', '\\r').replaceAll('\n', '\\n')}'`;
}
