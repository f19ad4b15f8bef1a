import type { PersonalLink } from '../../../model/api/many-accounts.ts';

// Loaded when a file is opened or saved: few administrators do, and seldom.
const csv = () => import('../../../shared/csv.ts');

export async function textOf(file: File): Promise<string> {
  const { decodeCsv } = await csv();
  return decodeCsv(new Uint8Array(await file.arrayBuffer()));
}

/** One-time links, which nobody can ask for again. */
export async function saveLinks(links: readonly PersonalLink[]): Promise<void> {
  const { csvText } = await csv();
  const text = csvText([
    ['email', 'name', 'link'],
    ...links.map(({ email, name, link }) => [email, name, link]),
  ]);
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = 'invitations.csv';
  anchor.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
