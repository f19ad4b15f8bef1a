import { once } from 'node:events';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  /** Header lines and parts, decoded from the encodings that this site's mails use. */
  text: string;
  id: string;
}

export interface MailServer {
  port: number;
  received: ReceivedMail[];
  /** The certificate that a client must trust. */
  certificate: string;
  /** How the server answers the next mails. `undefined` accepts them. */
  answer: Partial<Record<'recipient' | 'data', MailAnswer>>;
  close(): Promise<void>;
}

/** The code of an SMTP error, or no answer, so that the client waits. */
type MailAnswer = number | 'silence';

/** A real SMTP server on loopback. `secure`: TLS from the first byte, or never; else STARTTLS is offered. */
export async function startMailServer({
  secure = false,
  port = 0,
}: {
  secure?: boolean | 'never';
  port?: number;
} = {}): Promise<MailServer> {
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  const receivedMails: ReceivedMail[] = [];
  const answer: MailServer['answer'] = {};
  const giveAnswer = (nextAnswer: MailAnswer | undefined, callback: (error?: Error | null) => void) => {
    if (nextAnswer === 'silence') return;
    callback(
      nextAnswer === undefined ? null : Object.assign(new Error('Not now'), { responseCode: nextAnswer }),
    );
  };
  const options: SMTPServerOptions = {
    secure: secure === true,
    hideSTARTTLS: secure === 'never',
    key: pems.private,
    cert: pems.cert,
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onRcptTo: (_address, _session, callback) => giveAnswer(answer.recipient, callback),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('latin1');
        if (answer.data === undefined || answer.data === 'silence') {
          receivedMails.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            text: decodeMail(raw),
            id: /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? '',
          });
        }
        giveAnswer(answer.data, callback);
      });
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the mail server has a port');
  return {
    port: address.port,
    received: receivedMails,
    certificate: pems.cert,
    answer,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Quoted-printable, in UTF-8, also in headers: `=?UTF-8?Q?You=E2=80=99re_invited?=`. */
function decodeMail(raw: string): string {
  const bytes = raw
    .replace(/=\?UTF-8\?Q\?(.*?)\?=(?:\r\n\s+(?==\?))?/g, (_, words: string) => words.replaceAll('_', ' '))
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
