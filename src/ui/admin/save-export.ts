import { askToVerify } from '../step-up/ask-to-verify.tsx';
import { saveFile } from './save-file.ts';

/** Spreadsheets need it to recognise UTF-8. Browsers drop it when they decode a text. */
const BYTE_ORDER_MARK = '\u{FEFF}';

/**
 * Saves a file from the server, which may ask the administrator to confirm who they are. Returns false if it didn't
 * arrive.
 */
export async function saveExport(url: string, name: string): Promise<boolean> {
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
  if (response?.status === 403) return (await askToVerify()) && saveExport(url, name);
  if (!response?.ok) return false;
  saveFile(name, BYTE_ORDER_MARK + (await response.text()), 'text/csv');
  return true;
}
