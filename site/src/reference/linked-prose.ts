import type { SiteComponentHost } from 'gatehouse/sections';
import { readData } from './component.ts';
import { jsMembers, permissionKeys, phpFunctions } from './data.ts';
import { formatProse } from './markdown.ts';

/** The section that documents something: its page and the id of its heading. */
interface Documented {
  page: string;
  id: string;
}

/** Link to the section of something; only the words where its page doesn't exist. */
export function linkTo(host: SiteComponentHost, { page, id }: Documented, words: string): string {
  const path = host.pagePath(page);
  if (path === undefined) return words;
  if (path === host.ownPath) return `[${words}](#${id})`;
  return `[${words}](${encodeURI(path)}#${id})`;
}

/**
 * Writes a text of the data in MDX. Functions, members and keys that it names become links to their sections, except
 * `ownName`.
 */
export function linkProse(host: SiteComponentHost, text: string, ownName = ''): string {
  return formatProse(text).replace(/`([^`]+)`/g, (code, name: string) => {
    const section = findSection(host, name);
    return section && section.id !== ownName ? linkTo(host, section, code) : code;
  });
}

/** A word in lower case is a name only where it is called: `show()`. */
function findSection(host: SiteComponentHost, code: string): Documented | undefined {
  if (/^[a-z_]+$/.test(code)) return undefined;
  const name = code.replace(/\(\)$/, '');
  return (
    readData(host, phpFunctions)?.functions.find((candidate) => candidate.name === name) ??
    readData(host, jsMembers)?.members.find(({ names }) => names.includes(name)) ??
    readData(host, permissionKeys)?.permissions.find(({ id }) => id === name)
  );
}
