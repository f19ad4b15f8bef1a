import type { Finding } from './config-notes.ts';
import type { SiteFile } from './site-files.ts';

interface IdentityService {
  name: string;
  /** What imports of its client look like. */
  client: RegExp;
  /** What is to be set here, out of what its client is told. */
  settings(text: string): string;
  /** Who they are here, and what they keep. */
  users: string;
}

const oidcUsers =
  'each is known here by issuer and subject from the first sign-in on, with the same name and e-mail; nothing is imported';
const byAccount =
  'it is no OpenID Connect provider for others, so accounts are made here: gatehouse users -- add --invite gives each person a one-time link';

const services: readonly IdentityService[] = [
  {
    name: 'Firebase Authentication',
    client: /^(?:firebase(?:\/|$)|@firebase\/|react-firebase)/,
    settings: (text) =>
      `IDENTITY=firebase, FIREBASE_PROJECT_ID=${told(text, 'projectId')}, FIREBASE_API_KEY=${told(text, 'apiKey')}, and FIREBASE_ALLOW_DOMAINS or FIREBASE_ALLOW_CLAIM, which say who may read`,
    users:
      'they sign in with the e-mail and password, or the Google account, that they have; other ways of signing in (phone, e-mail link, other providers) are not shown',
  },
  oidc('Auth0', /^@auth0\/|^auth0/, (text) => `https://${told(text, 'domain')}/`),
  oidc('Okta', /^@okta\//, (text) => told(text, 'issuer')),
  oidc(
    'Keycloak',
    /^keycloak-js$|^@react-keycloak\//,
    (text) => `${told(text, 'url')}/realms/${told(text, 'realm')}`,
  ),
  oidc('Microsoft Entra ID', /^@azure\/msal-/, (text) => `${told(text, 'authority')}/v2.0`),
  oidc(
    'Amazon Cognito',
    /^(?:aws-amplify|@aws-amplify\/|amazon-cognito-)/,
    (text) => `https://cognito-idp.<region>.amazonaws.com/${told(text, 'userPoolId')}`,
  ),
  oidc('an OpenID Connect provider', /^(?:oidc-client|react-oidc-context|@axa-fr\/react-oidc)/, (text) =>
    told(text, 'authority'),
  ),
  { name: 'Clerk', client: /^@clerk\//, settings: () => 'IDENTITY=local', users: byAccount },
  { name: 'Supabase', client: /^@supabase\//, settings: () => 'IDENTITY=local', users: byAccount },
];

function oidc(name: string, client: RegExp, issuer: (text: string) => string): IdentityService {
  return {
    name,
    client,
    settings: (text) =>
      `IDENTITY=oidc, OIDC_ISSUER=${issuer(text)}, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET of a new application of the kind "web" (the one in the browser has no secret), and OIDC_ALLOW_DOMAINS or OIDC_ALLOW_CLAIM, which say who may read`,
    users: oidcUsers,
  };
}

/** A site that is guarded in the browser: by whom, and how its users come along. The first file of each service. */
export function identityFindings(files: readonly SiteFile[]): Finding[] {
  return services.flatMap(({ name, client, settings, users }): Finding[] => {
    const users_ = files.flatMap((file) =>
      file.imports.filter(({ specifier }) => client.test(specifier)).map(({ line }) => ({ file, line })),
    );
    const [first] = users_;
    if (first === undefined) return [];
    const text = users_.map(({ file }) => file.text).join('\n');
    return [
      {
        kind: 'changed',
        what: `sign-in by ${name}`,
        file: first.file.name,
        line: first.line,
        why: `it guards pages in the browser, where everybody has them already; here the server does. Set ${settings(text)}. Its users come along: ${users}`,
      },
    ];
  });
}

/** As the client is told it; a place to look where it is not written out. */
function told(text: string, key: string): string {
  return new RegExp(`\\b${key}["']?\\s*[:=]\\s*\\{?["'\`]([^"'\`\\s]+)["'\`]`).exec(text)?.[1] ?? `<${key}>`;
}
