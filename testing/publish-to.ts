import type { Publication } from '../src/features/publishing/publications/publication-operations.ts';
import type { PublishingServer } from '../src/features/publishing/publish/publishing-server.ts';
import { sendToAll } from '../src/features/publishing/publish/send-release.ts';

/** Publishes a built release on one server, without a word about how far it is. */
export async function publishTo(server: PublishingServer, distDir: string, publication: Publication) {
  const [result] = await sendToAll(distDir, publication, [server], { begin() {}, sent() {} });
  if (!result) throw new Error('nothing came of it');
  return result;
}
