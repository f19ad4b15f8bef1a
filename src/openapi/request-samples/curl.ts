import { findContentType, type SampleBody, type SampleRequest, type SampleText } from './sample-request.ts';

/** Writes a request as a command of a shell. */
export function writeCurlSample(request: SampleRequest): string {
  const isGet = request.query.length > 0 && request.method === 'GET';
  const contentType = findContentType(request.body);
  const parts = [
    `curl ${isGet ? '-G ' : writeMethod(request.method)}${writeAddress(request, !isGet)}`,
    ...request.headers.map(([name, value]) => `-H ${quoteText([`${name}: `, ...value])}`),
    ...(contentType === undefined ? [] : [`-H ${quote(`Content-Type: ${contentType}`)}`]),
  ];
  if (request.body) parts.push(...writeBody(request.body));
  if (isGet)
    parts.push(...request.query.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`));
  if (request.answer === 'file') parts.push('-o answer.bin');
  return parts.join(' \\\n  ');
}

function writeMethod(method: string): string {
  if (method === 'GET') return '';
  // With `-X HEAD`, curl would wait for a body, which the answer to HEAD doesn't have.
  return method === 'HEAD' ? '--head ' : `-X ${method} `;
}

/** Puts a text in quotes if it contains characters with a meaning for the shell. */
function writeAddress({ address, query }: SampleRequest, withQuery: boolean): string {
  const text = address.map((part) => (typeof part === 'string' ? part : `$${part.name}`)).join('');
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  const wholeUrl = withQuery && search !== '' ? `${text}?${search}` : text;
  return /[$&?*()[\]{}<>;|'\s]/.test(wholeUrl) ? `"${wholeUrl}"` : wholeUrl;
}

function writeBody(body: SampleBody): string[] {
  switch (body.kind) {
    case 'json':
      return [`-d ${quoteSingle(JSON.stringify(body.value, null, 2))}`];
    case 'text':
      return [`-d ${quoteSingle(body.text)}`];
    case 'form':
      return body.fields.map(([name, value]) => `--data-urlencode ${quoteText([`${name}=`, value])}`);
    case 'multipart':
      return [
        ...body.fields.map(([name, value]) => `-F ${quote(`${name}=${value}`)}`),
        ...body.files.map(([name, file]) => `-F ${quote(`${name}=@${file}`)}`),
      ];
  }
}

/** The shell replaces variables in double quotes only. */
function quoteText(text: SampleText): string {
  if (text.every((part) => typeof part === 'string')) return quote(text.join(''));
  const parts = text.map((part) =>
    typeof part === 'string' ? part.replaceAll(/["$`\\]/g, '\\$&') : `$${part.name}`,
  );
  return `"${parts.join('')}"`;
}

/** Uses double quotes if nothing in the text has a meaning for the shell. */
function quote(text: string): string {
  return /["$`\\!]/.test(text) ? quoteSingle(text) : `"${text}"`;
}

function quoteSingle(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
