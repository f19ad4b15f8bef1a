import { expect, onTestFinished } from 'vitest';
import { type IdentityFixture, hour } from '../bench/support/identity-bench.ts';
import { defaultLimits } from '../src/accounts/limits.ts';
import { createSmtp } from '../src/accounts/mail/smtp.ts';
import { startMail } from '../src/accounts/mail/start-mail.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

/** Until the test is over. */
export async function mailServer(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

interface Sending {
  language?: string;
  url?: string;
  /** Trusts the server unless it is not to. */
  trust?: boolean;
  /** Until a server is silent; as long as in production, since a busy machine is slow too. */
  timeoutMs?: number;
}

/** The mail of the processes that share a store. */
export function mailOf(bench: IdentityFixture) {
  /** What sends the mail of a process, and the lines of its log. */
  function sending(server: Pick<MailServer, 'port' | 'certificate'>, options: Sending = {}) {
    const {
      language = 'en',
      url = `smtp://127.0.0.1:${server.port}`,
      trust = true,
      timeoutMs = 20_000,
    } = options;
    const log: { message: string; reason?: unknown }[] = [];
    const write = (details: object, message: string) => void log.push({ message, ...details });
    const { outbox, queue } = startMail({
      store: bench.openStore(),
      clock: () => bench.now,
      limits: defaultLimits,
      logger: { warn: write, error: write },
      transport: createSmtp({
        url,
        from: 'Docs <docs@example.com>',
        tls: trust ? { ca: server.certificate } : {},
        timeoutMs,
      }),
      baseUrl: 'https://docs.example.com',
      language: () => language,
    });
    onTestFinished(() => queue.close());
    return { outbox, queue, log, identity: bench.open({ mail: outbox }) };
  }

  /** Nothing waits any more. */
  const nothingWaits = () =>
    expect.poll(() => bench.openStore().claimMail(bench.now + 1_000 * hour, 0)).toBeUndefined();
  return { sending, nothingWaits };
}

export const awaitMails = (server: MailServer, wanted: number) =>
  expect.poll(() => server.received.length).toBe(wanted);
