import type { ConnectionOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import { isLoopback } from '../../shared/loopback.ts';
import { describeReason } from '../../shared/reason.ts';
import { LOGO_ID } from './messages/mail-brand.ts';
import type { Message } from './messages/message.ts';

interface OutgoingMessage extends Message {
  /** Message id, equal in every attempt, so that mail programs recognize duplicates. */
  id: string;
  to: string;
}

export type Delivery =
  | { outcome: 'sent' }
  /** `isUncertain`: the server may have received the whole mail, but didn't confirm it. */
  | { outcome: 'later'; reason: string; isUncertain: boolean }
  /** The server permanently rejects the mail. */
  | { outcome: 'refused'; reason: string };

/** A connection to the mail server. `deliver` never rejects: a failure is a `Delivery`. */
export interface Transport {
  deliver(message: OutgoingMessage): Promise<Delivery>;
  close(): void;
}

interface SmtpOptions {
  url: string;
  from: string;
  /** TLS options, for tests. */
  tls?: ConnectionOptions;
  timeoutMs?: number;
}

/** Delivers by SMTP. */
export function createSmtp({ from, ...options }: SmtpOptions): Transport {
  const { hostname } = new URL(options.url);
  const transport = openTransport(options);
  return {
    deliver: async ({ id, to, subject, text, html, logo }) => {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          attachments: logo
            ? [{ cid: LOGO_ID, content: logo.bytes, contentType: logo.type, contentDisposition: 'inline' }]
            : [],
          messageId: `<${id}@${hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { outcome: 'sent' };
      } catch (error) {
        return classifyFailure(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Connects and logs in like a delivery, but sends nothing. Returns why that fails, or `undefined` if it works. */
export async function findSmtpFault(options: Omit<SmtpOptions, 'from'>): Promise<string | undefined> {
  const transport = openTransport({ timeoutMs: 5_000, ...options });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return classifyFailure(error).reason;
  } finally {
    transport.close();
  }
}

/** Connections to other machines require TLS, because mails contain one-time links. */
function openTransport({ url, tls = {}, timeoutMs = 20_000 }: Omit<SmtpOptions, 'from'>) {
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    requireTLS: !isLoopback(new URL(url).hostname),
    // Our mails never refer to files or URLs to attach.
    disableFileAccess: true,
    disableUrlAccess: true,
    tls,
  });
}

/** Errors of a connection that broke or went silent. The library doesn't report how far the mail got. */
const lostConnection = /^Timeout$|closed|ECONNRESET|EPIPE/;

function classifyFailure(error: unknown): Exclude<Delivery, { outcome: 'sent' }> {
  if (!(error instanceof Error)) throw error;
  const command: unknown = Reflect.get(error, 'command');
  const code: unknown = Reflect.get(error, 'responseCode');
  const answerText = describeReason(error);
  // A command is worth naming if the server answered to it.
  const isAnswer = typeof command === 'string' && answerText === error.message;
  const reason = `${isAnswer ? `${command}: ` : ''}${answerText}`.slice(0, 300);
  if (typeof code !== 'number')
    return { outcome: 'later', reason, isUncertain: lostConnection.test(error.message) };
  const concernsThisMail = command === 'RCPT TO' || command === 'DATA';
  // Other rejections, such as of our password, may be fixed later.
  return code >= 500 && concernsThisMail
    ? { outcome: 'refused', reason }
    : { outcome: 'later', reason, isUncertain: false };
}
