import { findAccountState } from '../../accounts/account.ts';
import { answerEndpoint, type Caller } from '../../server/api/answer-endpoint.ts';
import { createPersonalLink } from '../../server/api/many-accounts.ts';
import { type ErrorAnswer, errorAnswer, notFoundError } from '../../server/http/errors.ts';
import type { FeatureContext } from '../../server/server-feature.ts';
import { formatProblem } from '../../shared/problem.ts';
import { importEndpoints } from './import-endpoints.ts';
import { importPeople, planImport } from './import-people.ts';
import { readPeople } from './read-people.ts';
import { writePeople } from './write-people.ts';

/** API for administrators to import people from a file and to export accounts to one. */
export function answerImportEndpoints({
  app,
  identity: { accounts, parts },
  identityProvider,
  baseUrl,
}: Pick<FeatureContext, 'app' | 'identity' | 'identityProvider' | 'baseUrl'>): void {
  const canInvite = identityProvider.signIn.by === 'password';

  answerEndpoint(app, importEndpoints.exportAccounts, async ({ query }) => ({
    answer: await writePeople(accounts.readPage, query, (account) =>
      findAccountState(account, identityProvider.issuer),
    ),
  }));

  const readCsv = (csv: string, { request }: Caller) =>
    readPeople(csv, {
      groups: request.gate.release.groups.map(({ name }) => name),
      texts: request.gate.release.texts,
      locale: request.gate.release.tag,
    });

  answerEndpoint(app, importEndpoints.planImport, async ({ body }, caller) => {
    if (!canInvite) return { error: notFoundError };
    const { people, problems } = readCsv(body.csv, caller);
    const { toAdd, there, otherwise } = await planImport(parts, people);
    const administrators = toAdd.filter(({ role }) => role === 'administrator').length;
    return {
      answer: {
        problems: problems.map(({ line = 1, message }) => ({ line, message })),
        toAdd: { readers: toAdd.length - administrators, administrators },
        there: there.length,
        otherwise: [...otherwise],
      },
    };
  });

  answerEndpoint(app, importEndpoints.importAccounts, async ({ body }, caller) => {
    if (!canInvite) return { error: notFoundError };
    const { people, problems } = readCsv(body.csv, caller);
    if (problems.length > 0) return { error: toFileError(problems.map(formatProblem)) };
    const { toAdd, there } = await planImport(parts, people);
    const result = await importPeople(parts, toAdd, caller.user.email, (done) =>
      caller.reportProgress(done, toAdd.length),
    );
    const links = result.added.flatMap(({ token, ...person }) =>
      token === undefined ? [] : [createPersonalLink(person, token, { ...caller, baseUrl })],
    );
    return { answer: { added: result.added.length, there: there.length + result.there, links } };
  });

  answerEndpoint(app, importEndpoints.readInvitations, async () => ({
    answer: { waiting: await parts.store.countMails('invitation') },
  }));
}

/** An error with the first problem of a file. `planImport` returns all of them. */
function toFileError(problems: readonly string[]): ErrorAnswer {
  const [first = ''] = problems;
  const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : '';
  return errorAnswer(400, 'invalid', `${first}${more}`);
}
