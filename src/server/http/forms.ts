import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Whether an HTML form was submitted without scripts, so that the answer must be a page. */
export function isForm(request: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers['content-type'] ?? '');
}

/** Reads one text field of a parsed body. Returns an empty string if it's missing or isn't a single text. */
export function readFormField(body: unknown, field: string): string {
  if (typeof body !== 'object' || body === null) return '';
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' ? value : '';
}

export function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      vary: 'Cookie',
    })
    .send(html);
}

/** Lets routes parse bodies themselves, whatever the content type is. `readTextBody` returns the text. */
export function parseBodiesAsText(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
}

export function readTextBody({ body }: Pick<FastifyRequest, 'body'>): string {
  return typeof body === 'string' ? body : '';
}
