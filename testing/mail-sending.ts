import { expect, onTestFinished } from 'vitest';
import { defaultLimits } from '../src/accounts/limits.ts';
import type { MailBrand } from '../src/accounts/mail/messages/mail-brand.ts';
import { createSmtp } from '../src/accounts/mail/smtp.ts';
import { startMail } from '../src/accounts/mail/start-mail.ts';
import { hour, type IdentityFixture } from './identity-fixture.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

/** Starts a mail server that closes when the test ends. */
export async function startMailServerForTest(
  options: Parameters<typeof startMailServer>[0] = {},
): Promise<MailServer> {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

interface Sending {
  language?: string;
  siteName?: string;
  brand?: MailBrand;
  url?: string;
  /** Whether the client trusts the server's certificate. The default is true. */
  trust?: boolean;
  /** The timeout of a silent server. The default is that of production, because a busy machine is slow, too. */
  timeoutMs?: number;
}

/** Creates helpers for the mail of processes that share a store. */
export function createMailFixture(fixture: IdentityFixture) {
  /** The outbox of a process, the lines of its log, and the messages of those for debugging. */
  function createSendingSettings(server: Pick<MailServer, 'port' | 'certificate'>, options: Sending = {}) {
    const {
      language = 'en',
      siteName,
      brand = {},
      url = `smtp://127.0.0.1:${server.port}`,
      trust = true,
      timeoutMs = 20_000,
    } = options;
    const log: { message: string; reason?: unknown }[] = [];
    const write = (details: object, message: string) => void log.push({ message, ...details });
    const steps: string[] = [];
    const { outbox, queue } = startMail({
      store: fixture.openStore(),
      clock: () => fixture.now,
      limits: defaultLimits,
      logger: { debug: (_, message) => void steps.push(message), warn: write, error: write },
      transport: createSmtp({
        url,
        from: 'Docs <docs@example.com>',
        tls: trust ? { ca: server.certificate } : {},
        timeoutMs,
      }),
      baseUrl: 'https://docs.example.com',
      getSiteName: () => siteName,
      getBrand: async () => brand,
      getLanguage: () => language,
    });
    onTestFinished(() => queue.close());
    return { outbox, queue, log, steps, identity: fixture.open({ mail: outbox }) };
  }

  /** Waits until the outbox is empty. */
  const expectNothingWaits = () =>
    expect.poll(() => fixture.openStore().claimMail(fixture.now + 1_000 * hour, 0)).toBeUndefined();
  return { sending: createSendingSettings, nothingWaits: expectNothingWaits };
}

export const awaitMails = (server: MailServer, count: number) =>
  expect.poll(() => server.received.length).toBe(count);
