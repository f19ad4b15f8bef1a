import type { SiteComponentHost } from 'gatehouse/sections';
import { dataOf } from './component.ts';
import { jsMembers, permissionKeys, phpFunctions } from './data.ts';
import { prose } from './markdown.ts';

/** Something with a section of its own: its page and the id of its heading there. */
interface Documented {
  page: string;
  id: string;
}

/** Link to the section of something; only the words where its page does not exist. */
export function linkTo(host: SiteComponentHost, { page, id }: Documented, words: string): string {
  const path = host.pagePath(page);
  if (path === undefined) return words;
  if (path === host.ownPath) return `[${words}](#${id})`;
  return `[${words}](${encodeURI(path)}#${id})`;
}

/** Words of the data in MDX. Functions, members and keys that they name lead to their sections, but for `own`. */
export function linkedProse(host: SiteComponentHost, text: string, own = ''): string {
  return prose(text).replace(/`([^`]+)`/g, (written, name: string) => {
    const found = sectionOf(host, name);
    return found && found.id !== own ? linkTo(host, found, written) : written;
  });
}

/** A word in lower case is a name only where it is called: `show()`. */
function sectionOf(host: SiteComponentHost, written: string): Documented | undefined {
  if (/^[a-z_]+$/.test(written)) return undefined;
  const name = written.replace(/\(\)$/, '');
  return (
    dataOf(host, phpFunctions)?.functions.find((one) => one.name === name) ??
    dataOf(host, jsMembers)?.members.find(({ names }) => names.includes(name)) ??
    dataOf(host, permissionKeys)?.permissions.find(({ id }) => id === name)
  );
}
