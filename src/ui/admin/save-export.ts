import { askToVerify } from '../step-up/ask-to-verify.tsx';
import { saveFile } from './save-file.ts';

/** By which spreadsheets know UTF-8. The browser drops it from a text that it has read. */
const BYTE_ORDER_MARK = '\u{FEFF}';

/** Saves a file of the server's, for which it may ask again who the administrator is. `false`: it didn't come. */
export async function saveExport(url: string, name: string): Promise<boolean> {
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
  if (response?.status === 403) return (await askToVerify()) && saveExport(url, name);
  if (!response?.ok) return false;
  saveFile(name, BYTE_ORDER_MARK + (await response.text()), 'text/csv');
  return true;
}
