import { formatCommand } from '../../shared/call-of.ts';
import type { Finding } from '../config-notes.ts';
import type { SiteFile } from './site-files.ts';

interface IdentityService {
  name: string;
  /** Matches imports of the service's client library. */
  client: RegExp;
  /** The settings of the server, taken from those of the client. */
  listSettings(readSetting: ReadSetting): string;
  /** A clause that says what happens to the accounts of the users. */
  users: string;
}

/** Finds a setting of the client in the site's code. Returns a placeholder such as `<domain>` if it isn't there. */
type ReadSetting = (key: string) => string;

const oidcUsers =
  'each account is created at the first sign-in, with the same name and email; there is nothing to import';
const byAccount = `it isn't an OpenID Connect provider for other programs, so accounts are created here; export the addresses there, then run ${formatCommand('users', 'import people.csv')} to invite each user with a one-time link`;

const services: readonly IdentityService[] = [
  {
    name: 'Firebase Authentication',
    client: /^(?:firebase(?:\/|$)|@firebase\/|react-firebase)/,
    listSettings: (readSetting) =>
      `IDENTITY=firebase, FIREBASE_PROJECT_ID=${readSetting('projectId')}, FIREBASE_API_KEY=${readSetting('apiKey')}, and FIREBASE_ALLOW_DOMAINS or FIREBASE_ALLOW_CLAIM, to say who may read`,
    users:
      "they sign in with their present email and password or Google account; other ways to sign in (phone, email link, other providers) aren't offered",
  },
  describeOidcService('Auth0', /^@auth0\/|^auth0/, (readSetting) => `https://${readSetting('domain')}/`),
  describeOidcService('Okta', /^@okta\//, (readSetting) => readSetting('issuer')),
  describeOidcService(
    'Keycloak',
    /^keycloak-js$|^@react-keycloak\//,
    (readSetting) => `${readSetting('url').replace(/\/$/, '')}/realms/${readSetting('realm')}`,
  ),
  describeOidcService(
    'Microsoft Entra ID',
    /^@azure\/msal-/,
    (readSetting) => `${readSetting('authority').replace(/\/$/, '')}/v2.0`,
  ),
  describeOidcService('Amazon Cognito', /^(?:aws-amplify|@aws-amplify\/|amazon-cognito-)/, (readSetting) => {
    const ids = ['userPoolId', 'aws_user_pools_id', 'user_pool_id', 'UserPoolId'].map(readSetting);
    const pool = ids.find((id) => !id.startsWith('<')) ?? '<userPoolId>';
    // The id of a pool starts with its region.
    const region = /^([a-z0-9-]+)_/.exec(pool)?.[1] ?? '<region>';
    return `https://cognito-idp.${region}.amazonaws.com/${pool}`;
  }),
  describeOidcService('Clerk', /^@clerk\//, (readSetting) =>
    decodeClerkIssuer(readSetting('publishableKey')),
  ),
  describeOidcService(
    'Logto',
    /^@logto\//,
    (readSetting) => `${readSetting('endpoint').replace(/\/$/, '')}/oidc`,
  ),
  describeOidcService('Kinde', /^@kinde-oss\//, (readSetting) => readSetting('domain')),
  describeOidcService(
    'an OpenID Connect provider',
    /^(?:oidc-client|react-oidc-context|@axa-fr\/react-oidc)/,
    (readSetting) => readSetting('authority'),
  ),
  {
    name: 'Supabase',
    client: /^@supabase\//,
    listSettings: () => 'IDENTITY=local (or oidc, if the OAuth server of the project is on)',
    users: byAccount,
  },
  {
    name: 'Netlify Identity',
    client: /^(?:netlify-identity|react-netlify-identity|gotrue-js)/,
    listSettings: () => 'IDENTITY=local',
    users: byAccount,
  },
];

function describeOidcService(
  name: string,
  client: RegExp,
  issuer: (readSetting: ReadSetting) => string,
): IdentityService {
  return {
    name,
    client,
    listSettings: (readSetting) =>
      `IDENTITY=oidc, OIDC_ISSUER=${issuer(readSetting)}, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET of a new application of type "web" (an application for browsers has no secret), and OIDC_ALLOW_DOMAINS or OIDC_ALLOW_CLAIM, to say who may read`,
    users: oidcUsers,
  };
}

/** Whether an import is the client library of an identity service. */
export function isIdentityClient(specifier: string): boolean {
  return services.some(({ client }) => client.test(specifier));
}

/** The publishable key of a Clerk client contains the host in base64. */
function decodeClerkIssuer(key: string): string {
  const [, encodedHost] = /^pk_(?:test|live)_(.+)$/.exec(key) ?? [];
  const host =
    encodedHost === undefined
      ? '<Frontend API>'
      : Buffer.from(encodedHost, 'base64').toString().replace(/\$$/, '');
  return `https://${host}`;
}

/**
 * Finds the identity services that guard a site in the browser, each at its first import, with the settings to use
 * instead. The settings of the client may be in any file of the site or in its configuration.
 */
export function findIdentityServices(files: readonly SiteFile[], configuration: string): Finding[] {
  return services.flatMap(({ name, client, listSettings, users }): Finding[] => {
    const uses = files.flatMap((file) =>
      file.imports.filter(({ specifier }) => client.test(specifier)).map(({ line }) => ({ file, line })),
    );
    const [first] = uses;
    if (first === undefined) return [];
    const texts = [...uses.map(({ file }) => file), ...files].map(({ text }) => text);
    const readSetting = (key: string) => findSetting([...texts, configuration], key);
    return [
      {
        kind: 'changed',
        what: `sign-in by ${name}`,
        file: first.file.name,
        line: first.line,
        why: `it guards pages in the browser, which has already received them; here the server guards them. Set ${listSettings(readSetting)}. Its users: ${users}`,
      },
    ];
  });
}

function findSetting(texts: readonly string[], key: string): string {
  const assignment = new RegExp(`\\b${key}["']?\\s*[:=]\\s*\\{?["'\`]([^"'\`\\s]+)["'\`]`);
  for (const text of texts) {
    const value = assignment.exec(text)?.[1];
    if (value !== undefined) return value;
  }
  return `<${key}>`;
}
