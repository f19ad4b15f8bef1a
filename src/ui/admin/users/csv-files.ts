import type { PersonalLink } from '../../../model/api/many-accounts.ts';
import { saveFile } from '../save-file.ts';

// Loaded when a file is opened or saved: few administrators do, and seldom.
const csv = () => import('../../../shared/csv.ts');

export async function textOf(file: File): Promise<string> {
  const { decodeCsv } = await csv();
  return decodeCsv(new Uint8Array(await file.arrayBuffer()));
}

/** One-time links, which nobody can ask for again. */
export async function saveLinks(links: readonly PersonalLink[]): Promise<void> {
  const { csvText } = await csv();
  const rows = links.map(({ email, name, link }) => [email, name, link]);
  saveFile('invitations.csv', csvText([['email', 'name', 'link'], ...rows]), 'text/csv');
}
