import { FromEnvironment } from '../from-environment.ts';
import type { SampleBody, SampleRequest } from './sample-request.ts';

export function curlSample(request: SampleRequest): string {
  const get = request.query.length > 0 && request.method === 'GET';
  const method = request.method === 'GET' ? '' : `-X ${request.method} `;
  const parts = [`curl ${get ? '-G ' : method}${address(request, !get)}`];
  if (request.needsToken) parts.push('-H "Authorization: Bearer $TOKEN"');
  if (request.body) parts.push(...bodyParts(request.body));
  if (get)
    parts.push(...request.query.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`));
  if (request.answer === 'file') parts.push('-o answer.bin');
  return parts.join(' \\\n  ');
}

/** In quotes where the shell would read something of it. */
function address({ address, query }: SampleRequest, withQuery: boolean): string {
  const text = address
    .map((part) => (part instanceof FromEnvironment ? `$${part.variable}` : encodeURI(part)))
    .join('');
  const search = new URLSearchParams(query).toString();
  const whole = withQuery && search !== '' ? `${text}?${search}` : text;
  return /[$&?*()[\]]/.test(whole) ? `"${whole}"` : whole;
}

function bodyParts(body: SampleBody): string[] {
  switch (body.kind) {
    case 'json':
      return [
        '-H "Content-Type: application/json"',
        `-d '${JSON.stringify(body.value, null, 2).replaceAll("'", "'\\''")}'`,
      ];
    case 'form':
      return body.fields.map(([name, value]) =>
        value instanceof FromEnvironment
          ? `--data-urlencode "${name}=$${value.variable}"`
          : `--data-urlencode ${quoted(`${name}=${value}`)}`,
      );
    case 'multipart':
      return [
        ...body.fields.map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
        ...body.files.map(([name, file]) => `-F ${quoted(`${name}=@${file}`)}`),
      ];
  }
}

/** Double quotes where nothing in the text means something to the shell. */
function quoted(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
