import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Account, findAccountState } from '../../accounts/account.ts';
import type { AccountAdministration } from '../../accounts/account-administration.ts';
import { readPeople } from '../../accounts/by-file/read-people.ts';
import { writePeople } from '../../accounts/by-file/write-people.ts';
import type { EndpointAnswer } from '../../model/api/endpoints.ts';
import { type AccountAct, manyAccountsEndpoints, type PersonalLink } from '../../model/api/many-accounts.ts';
import { inviteUrl } from '../../model/urls.ts';
import { formatProblem } from '../../shared/problem.ts';
import { publicUrl } from '../http/base-path.ts';
import { type ErrorAnswer, errorAnswer, notFoundError } from '../http/errors.ts';
import type { RouteParts } from '../route-parts.ts';
import { providerDecidesError } from './accounts.ts';
import { answerEndpoint, type Caller } from './answer-endpoint.ts';

/** API for administrators to import, export and change many accounts at once. */
export function manyAccountsApi(
  app: FastifyInstance,
  { identity: { accounts, resets }, identityProvider, baseUrl }: RouteParts,
): void {
  const canInvite = identityProvider.signIn.by === 'password';
  const createLink = (
    { email, name }: Pick<Account, 'email' | 'name'>,
    token: string,
    { request }: Caller,
  ) => ({
    email,
    name,
    link: publicUrl(inviteUrl(token), request, baseUrl),
  });

  answerEndpoint(app, manyAccountsEndpoints.exportAccounts, async ({ query }) => ({
    answer: await writePeople(accounts.page, query, (account) =>
      findAccountState(account, identityProvider.issuer),
    ),
  }));

  answerEndpoint(app, manyAccountsEndpoints.listAccountIds, async ({ query }) => ({
    answer: { accounts: await accounts.ids(query) },
  }));

  const readCsv = (csv: string, { request }: Caller) =>
    readPeople(csv, {
      groups: request.gate.release.groups.map(({ name }) => name),
      texts: request.gate.release.texts,
      locale: request.gate.release.tag,
    });

  answerEndpoint(app, manyAccountsEndpoints.planImport, async ({ body }, caller) => {
    if (!canInvite) return { error: notFoundError };
    const { people, problems } = readCsv(body.csv, caller);
    const { toAdd, there, otherwise } = await accounts.planImport(people);
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

  answerEndpoint(app, manyAccountsEndpoints.importAccounts, async ({ body }, caller) => {
    if (!canInvite) return { error: notFoundError };
    const { people, problems } = readCsv(body.csv, caller);
    if (problems.length > 0) return { error: toFileError(problems.map(formatProblem)) };
    const acting = accounts.actingAs(caller.user.email);
    const { toAdd, there } = await acting.planImport(people);
    const result = await acting.importPeople(toAdd, (done) => caller.reportProgress(done, toAdd.length));
    const links = result.added.flatMap(({ token, ...person }) =>
      token === undefined ? [] : [createLink(person, token, caller)],
    );
    return { answer: { added: result.added.length, there: there.length + result.there, links } };
  });

  answerEndpoint(app, manyAccountsEndpoints.readInvitations, async () => ({
    answer: { waiting: await accounts.waitingInvitations() },
  }));

  answerEndpoint(
    app,
    manyAccountsEndpoints.actOnAccounts,
    async ({ body: { act, accounts: ids } }, caller) => {
      if (act === 'invite' && !canInvite) return { error: notFoundError };
      if ((act === 'reader' || act === 'administrator') && identityProvider.givesRoles)
        return { error: providerDecidesError };
      const acting = accounts.actingAs(caller.user.email);
      const answer: EndpointAnswer<'actOnAccounts'> = { done: 0, refused: [], links: [] };
      for (const id of new Set(ids)) {
        const account = await acting.byId(id);
        const result = account === undefined ? 'not-found' : await actOn(acting, account, act, caller);
        if (typeof result === 'object') answer.links.push(result);
        if (typeof result === 'object' || result === 'done') answer.done += 1;
        else answer.refused.push({ email: account?.email ?? '', code: result });
        // Let other requests run in between.
        await setImmediate();
      }
      return { answer };
    },
  );

  type Refusal = EndpointAnswer<'actOnAccounts'>['refused'][number]['code'];

  async function actOn(
    acting: AccountAdministration,
    account: Account,
    act: AccountAct,
    caller: Caller,
  ): Promise<'done' | Refusal | PersonalLink> {
    const { id, role, disabled, passwordHash, issuer } = account;
    // Administrators can easily miss themselves among hundreds of rows. They can use the menu of their own row.
    const isOwn = id === caller.user.accountId;
    switch (act) {
      case 'disable':
      case 'enable': {
        const shouldDisable = act === 'disable';
        if (isOwn && shouldDisable) return 'own-account';
        return disabled === shouldDisable ? 'done' : toOutcome(await acting.setDisabled(id, shouldDisable));
      }
      case 'reader':
      case 'administrator':
        if (isOwn && act === 'reader') return 'own-account';
        return role === act ? 'done' : toOutcome(await acting.setRole(id, act));
      case 'remove':
        return isOwn ? 'own-account' : toOutcome(await acting.remove(id));
      case 'end-sessions':
        if (isOwn) return 'own-account';
        await acting.endSessions(id);
        return 'done';
      case 'invite': {
        if (issuer !== 'local' || passwordHash !== null) return 'has-password';
        if (resets.canAsk) return (await acting.mailInvitationAgain(account)) ? 'done' : 'too-many-mails';
        const token = await acting.inviteAgain(id);
        return token === undefined ? 'has-password' : createLink(account, token, caller);
      }
    }
  }
}

function toOutcome(change: Awaited<ReturnType<AccountAdministration['remove']>>) {
  return change === 'unknown-account' ? 'not-found' : change;
}

/** An error with the first problem of a file. `planImport` returns all of them. */
function toFileError(problems: readonly string[]): ErrorAnswer {
  const [first = ''] = problems;
  const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : '';
  return errorAnswer(400, 'invalid', `${first}${more}`);
}
