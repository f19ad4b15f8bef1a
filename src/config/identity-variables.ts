import { z } from 'zod';
import { isLoopback } from '../shared/loopback.ts';
import { parseClaimRule } from './claim-rule.ts';
import { nonEmptyText } from './settings.ts';

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((candidate) => candidate !== ''),
);
const hostName = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/;

/** Allowing every user of a provider has to be explicit: `*`. */
const domains = list
  .refine(
    (all) =>
      all.length > 0 &&
      (all.every((candidate) => hostName.test(candidate)) || (all.length === 1 && all[0] === '*')),
    'must be domains such as example.com, separated by commas, or * for every user of the provider',
  )
  .transform((all) => (all[0] === '*' ? ('any' as const) : all));
const claim = z
  .string()
  .refine(
    (value) => parseClaimRule(value) !== undefined,
    'must be a claim and its values, such as groups=docs',
  )
  .transform((value) => parseClaimRule(value) ?? { name: '', values: [] });

/** Whether a provider of this name is installed is known only with the features. */
export const identityName = z
  .string()
  .regex(
    /^[a-z][a-z\d-]*$/,
    'must be local, oidc, firebase or the name of another installed identity provider',
  );

const providers = ['password', 'google'] as const;
export type FirebaseSignInProvider = (typeof providers)[number];

const oidc = {
  OIDC_ISSUER: z
    .string()
    .refine(isProviderAddress, 'must be an https address without query; http only on this machine')
    .optional(),
  OIDC_CLIENT_ID: nonEmptyText.optional(),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters: the sign-in cookies are encrypted under it too')
    .optional(),
  OIDC_SCOPES: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter((scope) => scope !== ''))
    .refine((scopes) => scopes.includes('openid'), 'must be scopes separated by spaces, openid among them')
    .transform((scopes) => scopes.join(' '))
    .default('openid email profile'),
  OIDC_ALLOW_DOMAINS: domains.optional(),
  OIDC_ALLOW_CLAIM: claim.optional(),
  OIDC_ADMIN_CLAIM: claim.optional(),
  OIDC_GROUPS_CLAIM: nonEmptyText.optional(),
};

const firebase = {
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z][a-z\d-]{4,28}[a-z\d]$/, 'must be a project id, such as my-docs-1a2b3')
    .optional(),
  FIREBASE_API_KEY: nonEmptyText.optional(),
  FIREBASE_AUTH_DOMAIN: z.string().regex(hostName, 'must be a host name, without scheme').optional(),
  FIREBASE_PROVIDERS: list
    .pipe(z.array(z.enum(providers, 'must name password, google or both')).min(1, 'must not be empty'))
    .default([...providers]),
  FIREBASE_ALLOW_DOMAINS: domains.optional(),
  FIREBASE_ALLOW_CLAIM: claim.optional(),
  FIREBASE_ADMIN_CLAIM: claim.optional(),
  FIREBASE_GROUPS_CLAIM: nonEmptyText.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, 'must be a host and a port, such as 127.0.0.1:9099')
    .optional(),
};

/**
 * The engine's identity providers by their name in `IDENTITY`, with their variables and those they need. Variables of a
 * provider start with its name; `…_ALLOW_DOMAINS` or `…_ALLOW_CLAIM` decides who can read.
 */
export const identityModes = {
  firebase: { variables: firebase, needs: ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY'] },
  oidc: {
    variables: oidc,
    needs: ['BASE_URL', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  },
} as const;

// `Object.keys` returns `string[]`, although the keys are known.
export const identityModeNames = Object.keys(identityModes) as (keyof typeof identityModes)[];

export const identityVariables = { ...identityModes.oidc.variables, ...identityModes.firebase.variables };

function isProviderAddress(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
