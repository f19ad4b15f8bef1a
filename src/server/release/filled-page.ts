import { readFile } from 'node:fs/promises';
import { htmlSlot } from '../../model/templates.ts';
import { type Entry, madeEntry, type Release } from './release.ts';
import { compileSlots, type Fill } from './slots.ts';

const pages = new WeakMap<Entry, Promise<Fill<string>>>();

/** The build's page at this path with HTML in its slot; `undefined` where the build has no such page. */
export async function filledPage(
  { entries }: Release,
  path: string,
  slot: string,
  html: string,
): Promise<string | undefined> {
  const entry = entries.get(path);
  if (entry === undefined) return undefined;
  const made = await madeEntry(entry);
  const compiling = pages.get(made) ?? compilePage(made, slot);
  pages.set(made, compiling);
  return (await compiling)({ [slot]: html });
}

async function compilePage(entry: Entry, slot: string): Promise<Fill<string>> {
  try {
    const html = await readFile(entry.variants.identity.file, 'utf8');
    if (!html.includes(htmlSlot(slot))) throw new Error(`The page at ${entry.url} has no slot "${slot}".`);
    return compileSlots(html, { [slot]: 'html' });
  } catch (error) {
    // It may be there the next time.
    pages.delete(entry);
    throw error;
  }
}
