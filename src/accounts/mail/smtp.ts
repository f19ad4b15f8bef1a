import type { ConnectionOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import { isLoopback } from '../../shared/loopback.ts';
import type { Message } from './messages/message.ts';

interface OutgoingMessage extends Message {
  /** The same at every attempt, so that mail programs know it again. */
  id: string;
  to: string;
}

export type Delivery =
  | { outcome: 'sent' }
  /** `isUncertain`: the server had all of it and did not answer, so that it may be on its way. */
  | { outcome: 'later'; reason: string; isUncertain: boolean }
  /** The server will not take it for this address, however often it is asked. */
  | { outcome: 'refused'; reason: string };

export interface Transport {
  deliver(message: OutgoingMessage): Promise<Delivery>;
  close(): void;
}

interface SmtpOptions {
  url: string;
  from: string;
  /** For tests: whom to believe. */
  tls?: ConnectionOptions;
  timeoutMs?: number;
}

/** Delivers by SMTP. To another machine it goes encrypted or not at all: it has passwords and links in it. */
export function createSmtp({ url, from, tls = {}, timeoutMs = 20_000 }: SmtpOptions): Transport {
  const { hostname } = new URL(url);
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    requireTLS: !isLoopback(hostname),
    // Nothing of ours is a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
    tls,
  });
  return {
    deliver: async ({ id, to, subject, text, html }) => {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { outcome: 'sent' };
      } catch (error) {
        return failed(error);
      }
    },
    close: () => transport.close(),
  };
}

/** An open connection that went silent, or away: the library does not say at which word. */
const brokenOff = /^Timeout$|closed|ECONNRESET|EPIPE/;

function failed(error: unknown): Delivery {
  if (!(error instanceof Error)) throw error;
  const command: unknown = Reflect.get(error, 'command');
  const code: unknown = Reflect.get(error, 'responseCode');
  const reason = `${typeof command === 'string' ? `${command}: ` : ''}${error.message}`.slice(0, 300);
  if (typeof code !== 'number')
    return { outcome: 'later', reason, isUncertain: brokenOff.test(error.message) };
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA';
  // What is wrong with us, such as a password, may be mended meanwhile.
  return code >= 500 && isOfThisMail
    ? { outcome: 'refused', reason }
    : { outcome: 'later', reason, isUncertain: false };
}
