import { ClientError, type ServerMetadata } from 'openid-client';
import { z } from 'zod';
import { requireSetting } from '../../accounts/providers/identity-provider.ts';
import type { Environment } from '../../config/environment.ts';
import type { SiteTexts } from '../../config/texts.ts';
import { createReporter, type Finding } from '../../server/ops/doctor/finding.ts';
import { fillText } from '../../shared/fill-text.ts';
import type en from './messages/en.json';
import { ANSWER_WITHIN_SECONDS, discover } from './oidc-exchange.ts';
import { OtherIssuer } from './oidc-failure.ts';

type Texts = typeof en.findings & Pick<SiteTexts, 'findingsLanguage'>;

const report = createReporter('identity');

/** A longer issuer is shortened: the document is the provider's. */
const ISSUER_MAX_CHARACTERS = 200;
/** The library's error about a document of another issuer, which has the document. */
const comparisonCause = z.object({ body: z.object({ issuer: z.string() }) });

/** Fields of the discovery document that a sign-in reads. The library checks the issuer. */
const neededFields = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** Fetches the discovery document of the configured provider, as a sign-in does, and reports what is wrong with it. */
export async function checkProvider(environment: Environment, texts: Texts): Promise<Finding[]> {
  const { href: issuer } = new URL(requireSetting(environment, 'OIDC_ISSUER'));
  const clientId = requireSetting(environment, 'OIDC_CLIENT_ID');
  const secret = requireSetting(environment, 'OIDC_CLIENT_SECRET');
  let metadata: ServerMetadata;
  try {
    metadata = (await discover(new URL(issuer), clientId, secret)).serverMetadata();
  } catch (error) {
    return describeFailure(error, issuer, texts);
  }
  const missingFields = neededFields.filter((field) => metadata[field] === undefined);
  if (missingFields.length > 0) {
    const fields = new Intl.ListFormat(texts.findingsLanguage).format(missingFields);
    return report(
      'fail',
      fillText(texts.findProviderIncomplete, { issuer, fields }),
      texts.findProviderDocumentTodo,
    );
  }
  return report('ok', fillText(texts.findProvider, { issuer }));
}

function describeFailure(error: unknown, issuer: string, texts: Texts): Finding[] {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const failWithDocument = (message: string) => report('fail', message, texts.findProviderDocumentTodo);
  const otherIssuer = readOtherIssuer(error);
  if (otherIssuer !== undefined)
    return report(
      'fail',
      fillText(texts.findProviderOtherIssuer, { issuer, other: otherIssuer }),
      texts.findProviderOtherIssuerTodo,
    );
  if (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT')
    return report(
      'fail',
      fillText(texts.findProviderSilent, { issuer, seconds: ANSWER_WITHIN_SECONDS }),
      texts.findProviderUnreachableTodo,
    );
  if (error instanceof ClientError && error.cause instanceof Response && !error.cause.ok)
    return failWithDocument(
      fillText(texts.findProviderStatus, { address, status: String(error.cause.status) }),
    );
  if (error instanceof ClientError || error instanceof OtherIssuer)
    return failWithDocument(fillText(texts.findProviderNoDocument, { address }));
  // `fetch` throws a `TypeError` whose cause is the failure of the connection.
  if (!(error instanceof TypeError)) throw error;
  return report(
    'fail',
    fillText(texts.findProviderUnreachable, { issuer, reason: describeConnectionFailure(error) }),
    texts.findProviderUnreachableTodo,
  );
}

/** The issuer that the discovery document names, if it isn't the configured one. */
function readOtherIssuer(error: unknown): string | undefined {
  if (error instanceof OtherIssuer) return error.issuer?.slice(0, ISSUER_MAX_CHARACTERS);
  if (!(error instanceof ClientError) || error.code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return undefined;
  const { data } = comparisonCause.safeParse(error.cause);
  return data?.body.issuer.slice(0, ISSUER_MAX_CHARACTERS);
}

/** The code of the failed connection, such as `ENOTFOUND` or `ECONNREFUSED`, which operators know and can look up. */
function describeConnectionFailure({ cause, message }: TypeError): string {
  if (!(cause instanceof Error)) return message;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
