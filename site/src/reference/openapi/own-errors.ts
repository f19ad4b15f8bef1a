import type { SiteComponentHost } from 'gatehouse/sections';
import { linkTo } from '../linked-prose.ts';
import { formatMarkdownTable, formatProse, joinBlocks } from '../markdown.ts';
import type { Endpoint } from './endpoints.ts';

/** A table of the errors that say something of this endpoint; nothing where it has none. */
export function drawOwnErrors(endpoint: Endpoint, host: SiteComponentHost): string {
  const errors = nameErrors(endpoint.heading, listOwnErrors(endpoint));
  if (errors.length === 0) return '';
  return joinBlocks(
    host.said.has(SHARED_ERRORS)
      ? 'Errors:'
      : `Errors, besides ${linkToSharedErrors(host, 'those of every endpoint')}:`,
    formatMarkdownTable(errors, [
      // Each error has an anchor, to which support and other pages can link.
      ['Status', ({ status, anchor }) => `<span id="${anchor}" />[${status}](#${anchor})`],
      ['When', ({ when }) => formatProse(when)],
    ]),
  );
}

/** Gives each error an anchor: `post-cases-error-400`, and `post-cases-error-400-2` for the second with its status. */
function nameErrors(heading: string, errors: readonly OwnError[]): (OwnError & { anchor: string })[] {
  const counts = new Map<string, number>();
  return errors.map((error) => {
    const count = (counts.get(error.status) ?? 0) + 1;
    counts.set(error.status, count);
    return { ...error, anchor: `${heading}-error-${error.status}${count === 1 ? '' : `-${count}`}` };
  });
}

/** Name of the statement that other errors are shared. */
export const SHARED_ERRORS = 'shared errors';

export function linkToSharedErrors(host: SiteComponentHost, words: string): string {
  return linkTo(
    host,
    { page: 'LuranaBPA/Developer Info/RESTAPI/ErrorMessages', id: 'every-endpoint' },
    words,
  );
}

/** Clauses of the document that hold for every endpoint: the page of error messages has them. */
const shared = [
  /^no user has this uid$/,
  /^an? uid does not exist or does not have 32 characters$/,
  /^the uid does not (?:exist or does not )?have 32 characters$/,
  /^an? (?:mandatory|required) field is missing$/,
  /^a value is not accepted$/,
  /^a parameter is (?:not valid|missing|missing or not valid)$/,
];

interface OwnError {
  status: string;
  when: string;
}

/** The document says in clauses when a status comes: "…, …, or …". */
export function listOwnErrors({ responses }: Endpoint): OwnError[] {
  return Object.entries(responses).flatMap(([status, { description }]) =>
    // A shared response without words of its own is that of every endpoint.
    /^[45]/.test(status) && description !== undefined
      ? description
          .split(/, (?:or )?/)
          .filter((clause) => !shared.some((candidate) => candidate.test(clause.toLowerCase())))
          .map((clause) => ({ status, when: clause.charAt(0).toUpperCase() + clause.slice(1) }))
      : [],
  );
}
