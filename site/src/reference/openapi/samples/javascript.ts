import { FromEnvironment } from '../from-environment.ts';
import type { SampleBody, SampleRequest } from './sample-request.ts';

/** For Node.js, as a module. */
export function javaScriptSample(request: SampleRequest): string {
  const { before, option } = bodyLines(request.body);
  const lines = [...before];
  if (request.query.length > 0) {
    lines.push(`const query = new URLSearchParams(${literal(Object.fromEntries(request.query))});`);
  }
  const headers = headerLines(request);
  const options = [
    ...(request.method === 'GET' ? [] : [`method: '${request.method}'`]),
    ...(headers.length > 0 ? [headers] : []),
    ...(option === undefined ? [] : [option]),
  ];
  const list = options.map((one) => `  ${one.replaceAll('\n', '\n  ')},\n`).join('');
  lines.push(`const response = await fetch(${address(request)}${list === '' ? '' : `, {\n${list}}`});`);
  lines.push(resultLine(request));
  return (usesFiles(request.body) ? ["import { openAsBlob } from 'node:fs';", '', ...lines] : lines).join(
    '\n',
  );
}

function usesFiles(body: SampleBody | undefined): boolean {
  return body?.kind === 'multipart' && body.files.length > 0;
}

function headerLines({ needsToken, body }: SampleRequest): string {
  const token = `Authorization: \`Bearer \${process.env.TOKEN}\``;
  const json = "'Content-Type': 'application/json'";
  if (body?.kind !== 'json') return needsToken ? `headers: { ${token} }` : '';
  return needsToken ? `headers: {\n  ${token},\n  ${json},\n}` : `headers: { ${json} }`;
}

function address({ address, query }: SampleRequest): string {
  const hasSecret = address.some((part) => part instanceof FromEnvironment);
  const text = address
    .map((part) => (part instanceof FromEnvironment ? `\${process.env.${part.variable}}` : encodeURI(part)))
    .join('');
  if (query.length > 0) return `\`${text}?\${query}\``;
  return hasSecret ? `\`${text}\`` : `'${text}'`;
}

function bodyLines(body: SampleBody | undefined): { before: string[]; option?: string } {
  switch (body?.kind) {
    case undefined:
      return { before: [] };
    case 'json':
      return { before: [], option: `body: JSON.stringify(${literal(body.value)})` };
    case 'form':
      return { before: [], option: `body: new URLSearchParams(${literal(Object.fromEntries(body.fields))})` };
    case 'multipart':
      return {
        before: [
          'const form = new FormData();',
          ...body.fields.map(([name, value]) => `form.append(${text(name)}, ${text(value)});`),
          ...body.files.map(
            ([name, file]) => `form.append(${text(name)}, await openAsBlob(${text(file)}), ${text(file)});`,
          ),
          '',
        ],
        option: 'body: form',
      };
  }
}

function resultLine({ answer }: SampleRequest): string {
  if (answer === 'json') return 'const answer = await response.json();';
  if (answer === 'file') return 'const file = await response.blob();';
  return 'const done = response.ok;';
}

/** On one line where it is short. */
function literal(value: unknown, indent = ''): string {
  if (value instanceof FromEnvironment) return `process.env.${value.variable}`;
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, inner));
    return fits(items)
      ? `[${items.join(', ')}]`
      : `[\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}]`;
  }
  const entries = Object.entries(value).map(([name, item]) => `${key(name)}: ${literal(item, inner)}`);
  if (entries.length === 0) return '{}';
  return fits(entries)
    ? `{ ${entries.join(', ')} }`
    : `{\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}}`;
}

const LINE_MAX = 60;

function fits(items: readonly string[]): boolean {
  return items.join(', ').length <= LINE_MAX && !items.some((item) => item.includes('\n'));
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name);
}

function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
