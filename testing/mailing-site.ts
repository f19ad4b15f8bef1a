import { rm } from 'node:fs/promises';
import { writeSiteFolder } from './docs-folder.ts';
import { findFreePort } from './free-port.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { openReadingSite, type ReadingSite } from './reading.ts';

/** A site that sends mails, whose links lead to `localhost`: browsers allow no passkeys at an IP address. */
export interface MailingSite {
  site: ReadingSite;
  mail: MailServer;
  /** The address in the mails. */
  origin: string;
  close(): Promise<void>;
}

/** Builds and serves the site with these files, by their path, and starts a mail server for it. */
export async function openMailingSite(files: Readonly<Record<string, string>>): Promise<MailingSite> {
  const siteDir = writeSiteFolder(files);
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const mail = await startMailServer({ secure: 'never' });
  const site = await openReadingSite({
    siteDir,
    isWhole: true,
    settings: {
      PORT: String(port),
      BASE_URL: origin,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'docs@example.com',
    },
  });
  return {
    site,
    mail,
    origin,
    async close() {
      await site.close();
      await mail.close();
      await rm(siteDir, { recursive: true, force: true });
    },
  };
}
