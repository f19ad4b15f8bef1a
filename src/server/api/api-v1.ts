import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../model/api/openapi.ts';
import { OPENAPI_URL } from '../../model/urls.ts';
import type { AccountApiOptions } from './account.ts';
import { accountApi } from './account.ts';
import { type AccountsApiOptions, accountsApi } from './accounts.ts';
import { type FactorApiOptions, factorApi } from './factors.ts';
import { manyAccountsApi } from './many-accounts.ts';
import { type TokensApiOptions, tokensApi } from './tokens.ts';

/** `/api/v1`, behind the gate, and what describes it. */
export function apiRoutes(
  app: FastifyInstance,
  options: Pick<AccountApiOptions & AccountsApiOptions, 'mode' | 'baseUrl'> & {
    identity: AccountApiOptions['identity'] &
      AccountsApiOptions['identity'] &
      FactorApiOptions['identity'] &
      TokensApiOptions['identity'];
  },
): void {
  const { identity, mode } = options;
  accountApi(app, { identity, local: mode.signIn.by === 'password' });
  factorApi(app, options);
  tokensApi(app, { identity });
  accountsApi(app, options);
  manyAccountsApi(app, options);
  const server = options.baseUrl ?? '/';
  const document = JSON.stringify(openApiDocument({ name: 'Gatehouse', server }));
  app.get(OPENAPI_URL, (_, reply) => reply.type('application/json; charset=utf-8').send(document));
}
