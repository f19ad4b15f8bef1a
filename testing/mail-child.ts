/** A process of its own that sends what waits in the store of a file: `mail-child.ts <file> <port>`. */
import { defaultLimits } from '../src/accounts/limits.ts';
import { createSmtp } from '../src/accounts/mail/smtp.ts';
import { startMail } from '../src/accounts/mail/start-mail.ts';
import { openSqliteStore } from './stores.ts';

const [file = '', port = ''] = process.argv.slice(2);
startMail({
  store: openSqliteStore(file),
  clock: Date.now,
  limits: defaultLimits,
  logger: { warn: () => {}, error: () => {} },
  transport: createSmtp({
    url: `smtp://127.0.0.1:${port}`,
    from: 'docs@example.com',
    tls: { rejectUnauthorized: false },
  }),
  baseUrl: 'https://docs.example.com',
  getLanguage: () => 'en',
});
// The queue by itself keeps no process alive.
setInterval(() => {}, 1_000);
