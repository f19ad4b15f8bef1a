import type { SiteComponentHost } from 'gatehouse/sections';
import { formatCode, formatMarkdownTable, joinBlocks } from '../markdown.ts';
import type { Parameter } from './document.ts';
import type { Endpoint } from './endpoints.ts';
import { linkToSharedErrors, SHARED_ERRORS } from './own-errors.ts';
import { describeParameter } from './schema-table.ts';

/** Name of the statement of what the permission *any user* means. */
export const ANY_USER = 'any user';

export const anyUserMay = 'the endpoint decides the rest';

/** Says once, below the table of the endpoints, what holds for all of them and their sections leave out. */
export function writePageStatements(host: SiteComponentHost, endpoints: readonly Endpoint[]): string {
  const sentences: string[] = [];
  if (!host.said.has(SHARED_ERRORS)) {
    host.said.set(SHARED_ERRORS, 'every-endpoint');
    sentences.push(`Sections don't repeat the ${linkToSharedErrors(host, 'shared errors')}.`);
  }
  const sections = endpoints.filter(({ page }) => host.pagePath(page) === host.ownPath);
  const isForAny = ({ needsToken, permission }: Endpoint) => needsToken && permission.length === 0;
  if (!host.said.has(ANY_USER) && sections.some(isForAny)) {
    host.said.set(ANY_USER, 'above');
    sentences.push(`*Any user* needs a token; ${anyUserMay}.`);
  }
  return joinBlocks(sentences.join(' '), writePathTable(host, sections));
}

/**
 * Explains the names in paths, as most endpoints use them. The section of an endpoint that means something else
 * explains it.
 */
function writePathTable(host: SiteComponentHost, endpoints: readonly Endpoint[]): string {
  const parameters = endpoints.flatMap((endpoint) =>
    endpoint.parameters.filter((parameter) => parameter.in === 'path'),
  );
  const usualParameters = [...Map.groupBy(parameters, ({ name }) => name).values()].flatMap((sameName) => {
    const byMeaning = [...Map.groupBy(sameName, formatPathKey).values()];
    const [most = []] = byMeaning.sort((a, b) => b.length - a.length);
    const [parameter] = most;
    return parameter && !host.said.has(nameKey(parameter)) ? [parameter] : [];
  });
  for (const parameter of usualParameters) {
    host.said.set(nameKey(parameter), 'above');
    host.said.set(formatPathKey(parameter), 'above');
  }
  return formatMarkdownTable(usualParameters.map(describeParameter), [
    ['In the path', ({ name }) => formatCode(name)],
    ['Type', ({ type }) => type.replace(', in the path', '')],
    ['Meaning', ({ meaning }) => meaning],
  ]);
}

/** Whether the page says above what the parameter of a path means. */
export function isInTableOfPaths(host: SiteComponentHost, parameter: Parameter): boolean {
  return parameter.in === 'path' && host.said.has(formatPathKey(parameter));
}

function nameKey({ name }: Parameter): string {
  return `name in paths ${name}`;
}

function formatPathKey(parameter: Parameter): string {
  const { name, type, meaning } = describeParameter(parameter);
  return `in paths ${name} ${type}: ${meaning}`;
}
