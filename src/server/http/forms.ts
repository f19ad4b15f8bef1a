import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Whether the plain HTML form was posted, so that a page is the answer. */
export function isForm(request: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers['content-type'] ?? '');
}

/** One field of a posted body; empty when it is missing or anything but one text. */
export function formText(body: unknown, field: string): string {
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

/** For routes that read bodies themselves, whatever these are said to be: `textOf` has what came. */
export function takeTexts(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
}

export function textOf({ body }: Pick<FastifyRequest, 'body'>): string {
  return typeof body === 'string' ? body : '';
}
