import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Account, type AccountFault, findAccountState } from '../../accounts/account.ts';
import type { ProfileResult } from '../../accounts/account-administration.ts';
import type { AccountChange } from '../../accounts/store/account-store.ts';
import type { AccountRow } from '../../model/api/accounts.ts';
import { inviteUrl, resetUrl } from '../../model/urls.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { publicUrl } from '../http/base-path.ts';
import { type ErrorAnswer, errorAnswer, noAccount, nothingHere } from '../http/errors.ts';
import type { RouteParts } from '../route-parts.ts';
import { answerEndpoint, type Caller, partOf } from './answer-endpoint.ts';
import { groupsOf } from './audiences.ts';

/** What administrators do with all accounts. What they change is written down as theirs. */
export function accountsApi(
  app: FastifyInstance,
  { identity: { accounts, resets }, mode, baseUrl }: RouteParts,
): void {
  const invites = mode.signIn.by === 'password';
  const actedOn = ({ user }: Caller) => accounts.actingAs(user.email);
  const row = (account: Account): AccountRow => {
    const { id, email, name, role, groups, disabled, createdAt, lastSignInAt } = account;
    const shown = { id, email, name, role, groups: [...groups], disabled, createdAt, lastSignInAt };
    return isoTimes({ ...shown, state: findAccountState(account, mode.issuer) }, 'createdAt', 'lastSignInAt');
  };
  /** In the body of an answer and in no address of ours: histories and logs would keep it. */
  const absolute = (url: string, request: FastifyRequest) => publicUrl(url, request, baseUrl);

  answerEndpoint(app, 'listAccounts', async ({ query }, { request }) => {
    const found = await accounts.page(partOf(query));
    return {
      answer: {
        accounts: found.accounts.map(row),
        total: found.total,
        can: {
          invite: invites,
          giveRoles: !mode.givesRoles,
          giveGroups: !mode.givesGroups,
          mail: invites && resets.canAsk,
        },
        groups: groupsOf(request.gate.release),
      },
    };
  });

  answerEndpoint(app, 'inviteAccount', async ({ body }, caller) => {
    if (!invites) return { error: nothingHere };
    const result = await actedOn(caller).invite(body);
    switch (result.outcome) {
      case 'invited':
        if (await actedOn(caller).mailInvitation(result.account))
          return { answer: { account: row(result.account) } };
        return {
          answer: { account: row(result.account), link: absolute(inviteUrl(result.token), caller.request) },
        };
      case 'taken':
        return { error: emailTaken };
      case 'invalid':
        return { error: invalid(result.problems) };
    }
  });

  answerEndpoint(app, 'changeAccount', async ({ params, body }, caller) => {
    if ('role' in body && mode.givesRoles) return { error: providerSays };
    if ('email' in body) {
      const before = await accounts.byId(params.account);
      if (before !== undefined && before.issuer !== 'local') return { error: providerSays };
      const result = await actedOn(caller).changeProfile(params.account, body);
      if (result.outcome !== 'done') return { error: profileRefusal(result) };
    } else {
      if ('groups' in body && mode.givesGroups) return { error: providerSays };
      const change = await changeOf(body, params.account, caller);
      if (change === 'unknown-group') return { error: noGroup };
      if (change !== 'done') return { error: refusal(change) };
    }
    const account = await accounts.byId(params.account);
    return account ? { answer: row(account) } : { error: noAccount };
  });

  async function changeOf(
    body: { role: Account['role'] } | { disabled: boolean } | { groups: string[] },
    id: string,
    caller: Caller,
  ): Promise<AccountChange | 'unknown-group'> {
    if ('role' in body) return actedOn(caller).setRole(id, body.role);
    if ('disabled' in body) return actedOn(caller).setDisabled(id, body.disabled);
    const declared = caller.request.gate.release.groups.map(({ name }) => name);
    const account = await accounts.byId(id);
    // Those that it has from before may stay.
    const known = new Set([...declared, ...(account?.groups ?? [])]);
    if (!body.groups.every((group) => known.has(group))) return 'unknown-group';
    return actedOn(caller).setGroups(id, [...new Set(body.groups)].sort());
  }

  answerEndpoint(app, 'removeAccount', async ({ params }, caller) => {
    const change = await actedOn(caller).remove(params.account);
    return change === 'done' ? { answer: undefined } : { error: refusal(change) };
  });

  answerEndpoint(app, 'renewInvitation', async ({ params }, caller) => {
    if (!invites) return { error: nothingHere };
    const account = await accounts.byId(params.account);
    if (account === undefined) return { error: noAccount };
    const token = await actedOn(caller).inviteAgain(account.id);
    if (token !== undefined) return { answer: { link: absolute(inviteUrl(token), caller.request) } };
    return { error: errorAnswer(409, 'has-password', 'The account needs no link.') };
  });

  answerEndpoint(app, 'makeResetLink', async ({ params }, caller) => {
    if (!invites) return { error: nothingHere };
    const account = await accounts.byId(params.account);
    if (account === undefined) return { error: noAccount };
    const token = await actedOn(caller).resetLink(account.id);
    if (token !== undefined) return { answer: { link: absolute(resetUrl(token), caller.request) } };
    return {
      error: errorAnswer(409, 'no-password', 'The account has no password, or is disabled.'),
    };
  });

  answerEndpoint(app, 'endAccountSessions', async ({ params }, caller) => {
    const account = await accounts.byId(params.account);
    if (account === undefined) return { error: noAccount };
    return { answer: { ended: await actedOn(caller).endSessions(account.id) } };
  });
}

export const providerSays = errorAnswer(
  403,
  'forbidden',
  'The identity provider says who administers, and who is in which group.',
);
const noGroup = errorAnswer(400, 'invalid', 'The site declares no such group.');

const emailTaken = errorAnswer(409, 'email-taken', 'There is an account with this e-mail already.');

export function invalid(problems: readonly AccountFault[]): ErrorAnswer {
  return errorAnswer(400, 'invalid', problems.map(({ message }) => message).join(' '));
}

function profileRefusal(result: Exclude<ProfileResult, { outcome: 'done' }>): ErrorAnswer {
  switch (result.outcome) {
    case 'invalid':
      return invalid(result.problems);
    case 'email-taken':
      return emailTaken;
    default:
      return noAccount;
  }
}

export function refusal(change: Exclude<AccountChange, 'done'>): ErrorAnswer {
  switch (change) {
    case 'unknown-account':
      return noAccount;
    case 'last-administrator':
      return errorAnswer(409, 'last-administrator', 'This is the last administrator who can sign in.');
  }
}
