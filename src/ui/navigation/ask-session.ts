import { SESSION_URL } from '../../model/urls.ts';

/** What the server knows of whoever reads here; rejects where it does not answer. */
export async function askSession(): Promise<{
  state?: unknown;
  user?: { name?: unknown; email?: unknown };
  announcement?: unknown;
}> {
  return (await fetch(SESSION_URL, { cache: 'no-store' })).json();
}
