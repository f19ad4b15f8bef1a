import { callOf } from '../shared/call-of.ts';
import type { Finding } from './config-notes.ts';
import type { SiteFile } from './site-files.ts';

interface IdentityService {
  name: string;
  /** What imports of its client look like. */
  client: RegExp;
  /** What is to be set here, out of what its client is told. */
  settings(told: Told): string;
  /** Who they are here, and what they keep. */
  users: string;
}

/** Reads a setting of the client off the site's code; a place to look, in brackets, where it is not written out. */
type Told = (key: string) => string;

const oidcUsers =
  'each is known here by issuer and subject from the first sign-in on, with the same name and e-mail; nothing is imported';
const byAccount = `it is no OpenID Connect provider for others, so accounts are made here: export their addresses there, and ${callOf('users', 'import people.csv')} invites each of them by a one-time link`;

const services: readonly IdentityService[] = [
  {
    name: 'Firebase Authentication',
    client: /^(?:firebase(?:\/|$)|@firebase\/|react-firebase)/,
    settings: (told) =>
      `IDENTITY=firebase, FIREBASE_PROJECT_ID=${told('projectId')}, FIREBASE_API_KEY=${told('apiKey')}, and FIREBASE_ALLOW_DOMAINS or FIREBASE_ALLOW_CLAIM, which say who may read`,
    users:
      'they sign in with the e-mail and password, or the Google account, that they have; other ways of signing in (phone, e-mail link, other providers) are not shown',
  },
  oidc('Auth0', /^@auth0\/|^auth0/, (told) => `https://${told('domain')}/`),
  oidc('Okta', /^@okta\//, (told) => told('issuer')),
  oidc(
    'Keycloak',
    /^keycloak-js$|^@react-keycloak\//,
    (told) => `${told('url').replace(/\/$/, '')}/realms/${told('realm')}`,
  ),
  oidc('Microsoft Entra ID', /^@azure\/msal-/, (told) => `${told('authority').replace(/\/$/, '')}/v2.0`),
  oidc('Amazon Cognito', /^(?:aws-amplify|@aws-amplify\/|amazon-cognito-)/, (told) => {
    const ids = ['userPoolId', 'aws_user_pools_id', 'user_pool_id', 'UserPoolId'].map(told);
    const pool = ids.find((id) => !id.startsWith('<')) ?? '<userPoolId>';
    // A pool is named by its region.
    const region = /^([a-z0-9-]+)_/.exec(pool)?.[1] ?? '<region>';
    return `https://cognito-idp.${region}.amazonaws.com/${pool}`;
  }),
  oidc('Clerk', /^@clerk\//, (told) => clerkIssuer(told('publishableKey'))),
  oidc('Logto', /^@logto\//, (told) => `${told('endpoint').replace(/\/$/, '')}/oidc`),
  oidc('Kinde', /^@kinde-oss\//, (told) => told('domain')),
  oidc('an OpenID Connect provider', /^(?:oidc-client|react-oidc-context|@axa-fr\/react-oidc)/, (told) =>
    told('authority'),
  ),
  {
    name: 'Supabase',
    client: /^@supabase\//,
    settings: () => 'IDENTITY=local (or oidc, where the OAuth server of the project is on)',
    users: byAccount,
  },
  {
    name: 'Netlify Identity',
    client: /^(?:netlify-identity|react-netlify-identity|gotrue-js)/,
    settings: () => 'IDENTITY=local',
    users: byAccount,
  },
];

function oidc(name: string, client: RegExp, issuer: (told: Told) => string): IdentityService {
  return {
    name,
    client,
    settings: (told) =>
      `IDENTITY=oidc, OIDC_ISSUER=${issuer(told)}, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET of a new application of the kind "web" (the one in the browser has no secret), and OIDC_ALLOW_DOMAINS or OIDC_ALLOW_CLAIM, which say who may read`,
    users: oidcUsers,
  };
}

/** The key that a Clerk client is given names its host, in base64. */
function clerkIssuer(key: string): string {
  const [, coded] = /^pk_(?:test|live)_(.+)$/.exec(key) ?? [];
  const host =
    coded === undefined ? '<Frontend API>' : Buffer.from(coded, 'base64').toString().replace(/\$$/, '');
  return `https://${host}`;
}

/**
 * A site that is guarded in the browser: by whom, and how its users come along. The first file of each service. What
 * the client is told may stand in another file of the site, or in `configuration`.
 */
export function identityFindings(files: readonly SiteFile[], configuration: string): Finding[] {
  return services.flatMap(({ name, client, settings, users }): Finding[] => {
    const uses = files.flatMap((file) =>
      file.imports.filter(({ specifier }) => client.test(specifier)).map(({ line }) => ({ file, line })),
    );
    const [first] = uses;
    if (first === undefined) return [];
    const texts = [...uses.map(({ file }) => file), ...files].map(({ text }) => text);
    const told = (key: string) => toldIn([...texts, configuration], key);
    return [
      {
        kind: 'changed',
        what: `sign-in by ${name}`,
        file: first.file.name,
        line: first.line,
        why: `it guards pages in the browser, where everybody has them already; here the server does. Set ${settings(told)}. Its users come along: ${users}`,
      },
    ];
  });
}

function toldIn(texts: readonly string[], key: string): string {
  const written = new RegExp(`\\b${key}["']?\\s*[:=]\\s*\\{?["'\`]([^"'\`\\s]+)["'\`]`);
  for (const text of texts) {
    const value = written.exec(text)?.[1];
    if (value !== undefined) return value;
  }
  return `<${key}>`;
}
