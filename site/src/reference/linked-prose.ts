import type { SiteComponentHost } from 'gatehouse/sections';
import { dataFiles } from './data-files.ts';
import { parseJavaScriptData } from './javascript/members.ts';
import { prose } from './markdown.ts';
import { parsePermissionData } from './permissions/components.ts';
import { parsePhpData } from './php/functions.ts';
import { linkTo } from './requests.ts';

/** Words of the data in MDX. Functions, members and keys that they name lead to their sections, but for `own`. */
export function linkedProse(host: SiteComponentHost, text: string, own = ''): string {
  return prose(text).replace(/`([^`]+)`/g, (written, name: string) => {
    const found = sectionOf(host, name);
    return found && found.id !== own ? linkTo(host, found.page, found.id, written) : written;
  });
}

interface Place {
  page: string;
  id: string;
}

/** A word in lower case is a name only where it is called: `show()`. */
function sectionOf(host: SiteComponentHost, written: string): Place | undefined {
  const name = written.replace(/\(\)$/, '');
  if (/^[a-z_]+$/.test(written)) return undefined;
  return functionNamed(host, name) ?? memberNamed(host, name) ?? keyNamed(host, name);
}

function functionNamed(host: SiteComponentHost, name: string): Place | undefined {
  const data = host.data(dataFiles.php, parsePhpData);
  const found = data?.functions.find((one) => one.name === name);
  return found && { page: pageOf(data?.groups, found.group), id: found.id };
}

function memberNamed(host: SiteComponentHost, name: string): Place | undefined {
  const data = host.data(dataFiles.javascript, parseJavaScriptData);
  const found = data?.members.find(({ names }) => names.includes(name));
  return found && { page: pageOf(data?.groups, found.group), id: found.id };
}

function keyNamed(host: SiteComponentHost, name: string): Place | undefined {
  const data = host.data(dataFiles.permissions, parsePermissionData);
  return data?.permissions.some(({ id }) => id === name) ? { page: data.page, id: name } : undefined;
}

function pageOf(groups: readonly { id: string; page: string }[] = [], group: string): string {
  return groups.find(({ id }) => id === group)?.page ?? '';
}
