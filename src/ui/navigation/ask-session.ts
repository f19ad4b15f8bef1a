import { SESSION_URL } from '../../model/urls.ts';

/** Asks the server for the session. Rejects if it doesn't answer. */
export async function askSession(): Promise<{
  state?: unknown;
  user?: { name?: unknown; email?: unknown; role?: unknown };
  announcement?: unknown;
}> {
  return (await fetch(SESSION_URL, { cache: 'no-store' })).json();
}
