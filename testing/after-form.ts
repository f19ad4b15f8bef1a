import type { LightMyRequestResponse } from 'fastify';
import type { TestServer } from './server.ts';

/** The page that a form leads back to, with what the form left for it. */
export async function openPageAfterForm(
  { app }: Pick<TestServer, 'app'>,
  { headers }: Pick<LightMyRequestResponse, 'headers'>,
  more: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const cookie = String(headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
  return app.inject({
    url: String(headers.location),
    headers: { host: 'localhost:3000', ...more, cookie },
  });
}
