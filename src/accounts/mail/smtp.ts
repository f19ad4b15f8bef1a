import type { ConnectionOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import { isLoopback } from '../../shared/loopback.ts';
import { describeReason } from '../../shared/reason.ts';
import { LOGO_ID } from './messages/mail-brand.ts';
import type { Message } from './messages/message.ts';

interface OutgoingMessage extends Message {
  /** Id of the mail, which is the same for every attempt, so that mail programs recognize duplicates. */
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

/** Delivers by SMTP. Connections to other machines require TLS, because mails contain one-time links. */
export function createSmtp({ url, from, tls = {}, timeoutMs = 20_000 }: SmtpOptions): Transport {
  const { hostname } = new URL(url);
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    requireTLS: !isLoopback(hostname),
    // Our mails never refer to files or URLs to attach.
    disableFileAccess: true,
    disableUrlAccess: true,
    tls,
  });
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

/** Errors of a connection that broke or went silent. The library doesn't report how far the mail got. */
const lostConnection = /^Timeout$|closed|ECONNRESET|EPIPE/;

function classifyFailure(error: unknown): Delivery {
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
