import type { PublishingServer } from '../src/cli/publish/publishing-server.ts';
import { sendToAll } from '../src/cli/publish/send-release.ts';
import type { Publication } from '../src/model/api/publications.ts';

/** Publishes a built release on one server, without a word about how far it is. */
export async function publishTo(server: PublishingServer, distDir: string, publication: Publication) {
  const [result] = await sendToAll(distDir, publication, [server], { begin() {}, sent() {} });
  if (!result) throw new Error('nothing came of it');
  return result;
}
