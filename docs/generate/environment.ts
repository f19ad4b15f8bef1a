import type { Environment } from '../../src/config/environment.ts';
import type { collectSettings, FeatureSettings } from '../../src/config/settings.ts';

/** A variable that every installation has. Features describe theirs in their folders. */
type CommonVariable = Exclude<keyof Environment, keyof FeatureSettings> & string;

type Described = Omit<ReturnType<typeof collectSettings>[string], 'schema'>;

export const variableGroups: readonly string[] = [
  'Server',
  'Site and build',
  'Releases',
  'Accounts and sessions',
  'Tokens and assistants',
  'OpenID Connect',
  'Firebase',
  'Database and backups',
  'Mail',
  'Search',
  'Logs and metrics',
];

/** Meanings of these variables. A variable of the schema that is missing here fails to compile. */
export const variableDescriptions: Readonly<Record<CommonVariable, Described>> = {
  HOST: { group: 'Server', meaning: 'Address that the server listens on.' },
  PORT: { group: 'Server', meaning: 'Port that the server listens on.' },
  BASE_URL: {
    group: 'Server',
    meaning:
      'Public address of the site, such as `https://docs.example.com`, without the path: the path is `baseUrl` of the site configuration. Needed for mail, assistants and identity providers.',
  },
  TRUST_PROXY: {
    group: 'Server',
    meaning:
      'Set it to `on` behind a proxy that sets `X-Forwarded-For` and `X-Forwarded-Proto`. If it is off behind a proxy, all readers share the proxy’s address, and so 30 wrong passwords in 15 minutes. Never set it without a proxy: clients could then claim any address.',
  },
  WORKERS: {
    group: 'Server',
    meaning:
      'Server processes on this machine. They share one port and the processor cores for search threads.',
  },
  SITE_DIR: {
    group: 'Site and build',
    meaning: 'The site folder. `--site` sets it for one command.',
    defaultIs: '`site`, or the working folder if there is no `site`',
  },
  DOCS_DIR: {
    group: 'Site and build',
    meaning:
      'Folder of the documents, if they aren’t in the site folder. `static/` and sidebars are then looked for beside them too.',
    defaultIs: '`docs` in the site folder',
  },
  EDITOR_URL: {
    group: 'Site and build',
    meaning:
      'URL behind *Edit this page* in the preview (`npm run dev`), which opens the document in your editor, and behind the problems that the preview shows. `{file}` is its path, `{line}` the line of a problem. For example `idea://open?file={file}&line={line}`, or `none` for the links that the site publishes.',
  },
  SIDEBARS: {
    group: 'Site and build',
    meaning: 'File of the sidebars, or `none`.',
    defaultIs: 'beside the documents',
  },
  MARKDOWN_FORMAT: {
    group: 'Site and build',
    meaning: '`mdx`: every document is MDX; `md`: CommonMark with HTML; `detect`: as the file name ends.',
    defaultIs: 'the site configuration, else `mdx`',
  },
  BROKEN_LINKS: {
    group: 'Site and build',
    meaning: '`warn`: broken links, anchors and pictures don’t fail the build. `fail`: each of them does.',
    defaultIs: 'the site configuration, else `fail`',
  },
  BROKEN_DOCUMENTS: {
    group: 'Site and build',
    meaning:
      '`warn`: the rest of the site is published if a document can’t be compiled. Its page shows what could be read and says what is missing.',
  },
  DIST_DIR: { group: 'Site and build', meaning: 'Folder of the built site and its releases.' },
  FEATURES: {
    group: 'Site and build',
    meaning:
      'Features to add: packages that are installed on this machine, or modules by their path from the working folder, separated by commas. For servers that don’t have the site folder, whose `features` are added anyway.',
  },
  FEATURES_OFF: {
    group: 'Site and build',
    meaning:
      'Features to leave out, separated by commas, such as `insights,mcp`, with their commands. Set it for builds and servers alike.',
  },
  RELEASES_KEEP: {
    group: 'Releases',
    meaning: 'Releases kept in `DIST_DIR` to go back to. Files that they share are stored once.',
  },
  PUBLISH_MAX_MB: {
    group: 'Releases',
    meaning: 'Largest release that can be published from another machine, in MB.',
  },
  PUBLISH_RENDERERS: {
    group: 'Releases',
    meaning:
      '`on`: a release published from another machine may be the first one with audiences here, and so bring code that renders pages on this server.',
  },
  DEPLOY_TOKEN: { group: 'Releases', meaning: 'For `gatehouse publish`: the token to publish with.' },
  IDENTITY: {
    group: 'Accounts and sessions',
    meaning:
      'How people sign in: with a password of this site, an OpenID Connect provider, or Firebase Authentication.',
  },
  ADMIN_EMAIL: {
    group: 'Accounts and sessions',
    meaning:
      'Creates the first administrator without a set-up link. With an identity provider, the account with this confirmed email address is an administrator.',
  },
  ADMIN_PASSWORD: {
    group: 'Accounts and sessions',
    meaning: 'Password of that administrator, for `IDENTITY=local`.',
  },
  SESSION_HOURS: {
    group: 'Accounts and sessions',
    meaning:
      'Hours after which everyone signs in again. A session that isn’t used expires after 12 hours in any case.',
  },
  SESSION_GRACE_SECONDS: {
    group: 'Accounts and sessions',
    meaning:
      'Seconds that signed-in readers can go on reading while the database is unavailable. Behind a pooler in transaction mode this needs `DATABASE_LISTEN_URL`.',
  },
  PROVIDER_CHECK_MINUTES: {
    group: 'Accounts and sessions',
    meaning:
      'Minutes after which the identity provider is asked again whether it still knows the reader. `0`: not until the session ends.',
  },
  SECOND_FACTOR: {
    group: 'Accounts and sessions',
    meaning:
      'Users who must have a passkey or an authenticator app besides the password. With `off`, each reader decides.',
  },
  SECRET_KEY: {
    group: 'Accounts and sessions',
    meaning:
      'Encrypts the secrets of one-time codes. Use the same value on all machines, and keep it apart from the backups. Without it, everyone has to set up their authenticator app again.',
    defaultIs: 'a file `secret.key` in `DATA_DIR`; with `DATABASE_URL`, none',
  },
  AUDIT_DAYS: { group: 'Accounts and sessions', meaning: 'Days that the audit log is kept.' },
  TOKEN_DAYS: {
    group: 'Tokens and assistants',
    meaning:
      'Longest life of a personal token in days. `0`: readers can’t create tokens, and existing ones are refused.',
  },
  AGENTS: {
    group: 'Tokens and assistants',
    meaning:
      '`off`: assistants can’t ask readers for access, those that have it can’t read, and the server fetches no client documents. Personal tokens keep working.',
  },
  OIDC_ISSUER: {
    group: 'OpenID Connect',
    meaning: 'Address of the provider, exactly as its discovery document has it.',
  },
  OIDC_CLIENT_ID: { group: 'OpenID Connect', meaning: 'Client id of this site at the provider.' },
  OIDC_CLIENT_SECRET: {
    group: 'OpenID Connect',
    meaning: 'Client secret of this site. Use the same value on all machines.',
  },
  OIDC_SCOPES: {
    group: 'OpenID Connect',
    meaning:
      'Scopes to ask for. With `offline_access`, the hourly check needs no browser. Groups often need one more.',
  },
  OIDC_ALLOW_DOMAINS: {
    group: 'OpenID Connect',
    meaning:
      'Domains of confirmed email addresses that may read; `*` for everyone whom the provider knows. With Google, the account must belong to the domain.',
  },
  OIDC_ALLOW_CLAIM: {
    group: 'OpenID Connect',
    meaning:
      'A claim and its values that may read: `groups=docs, handbook`. Dots lead into objects: `realm_access.roles=docs`.',
  },
  OIDC_ADMIN_CLAIM: {
    group: 'OpenID Connect',
    meaning:
      'A claim and its values that make an account an administrator, at every sign-in. Without it, administrators assign roles.',
  },
  OIDC_GROUPS_CLAIM: {
    group: 'OpenID Connect',
    meaning:
      'The claim that puts accounts into groups, at every sign-in. A value is the name of a group or one of its `claims`.',
  },
  FIREBASE_PROJECT_ID: { group: 'Firebase', meaning: 'Project id of the web app.' },
  FIREBASE_API_KEY: {
    group: 'Firebase',
    meaning: 'API key of the web app. It isn’t a secret, and may be restricted to `BASE_URL`.',
  },
  FIREBASE_AUTH_DOMAIN: {
    group: 'Firebase',
    meaning: 'Host of the sign-in window.',
    defaultIs: '*project*`.firebaseapp.com`',
  },
  FIREBASE_PROVIDERS: { group: 'Firebase', meaning: 'Ways to sign in that the page offers.' },
  FIREBASE_ALLOW_DOMAINS: {
    group: 'Firebase',
    meaning: 'As `OIDC_ALLOW_DOMAINS`. Firebase doesn’t say which accounts belong to a Google domain.',
  },
  FIREBASE_ALLOW_CLAIM: { group: 'Firebase', meaning: 'As `OIDC_ALLOW_CLAIM`, for custom claims.' },
  FIREBASE_ADMIN_CLAIM: { group: 'Firebase', meaning: 'As `OIDC_ADMIN_CLAIM`.' },
  FIREBASE_GROUPS_CLAIM: { group: 'Firebase', meaning: 'As `OIDC_GROUPS_CLAIM`.' },
  FIREBASE_AUTH_EMULATOR_HOST: {
    group: 'Firebase',
    meaning:
      'Emulator for development on one machine. Its tokens are unsigned, so it is refused with `NODE_ENV=production` and on addresses that others can reach.',
  },
  DATA_DIR: {
    group: 'Database and backups',
    meaning: 'Folder of accounts, sessions, feedback and search counts.',
  },
  DATABASE_URL: {
    group: 'Database and backups',
    meaning:
      'PostgreSQL 14 or newer in place of files in `DATA_DIR`: `postgres://user:password@host/database`. Add `?sslmode=verify-full` if others could listen on the way. Several hosts are tried in order: `db1,db2:5433/database?target_session_attrs=read-write`.',
  },
  DATABASE_LISTEN_URL: {
    group: 'Database and backups',
    meaning:
      'An address that reaches PostgreSQL directly, if `DATABASE_URL` goes through a pooler in transaction mode. Each process listens there for ended sessions.',
    defaultIs: '`DATABASE_URL`',
  },
  DATABASE_POOL: {
    group: 'Database and backups',
    meaning:
      'Most connections that a process opens for accounts and sessions. It opens up to four more: one to listen, and one each for feedback, search counts and written answers.',
  },
  BACKUP_DIR: {
    group: 'Database and backups',
    meaning:
      'Folder for backups that the server makes by itself, best on another disk. Each backup is restored once as a test before it counts.',
  },
  BACKUP_HOURS: { group: 'Database and backups', meaning: 'Hours between backups.' },
  BACKUP_KEEP: { group: 'Database and backups', meaning: 'Backups to keep.' },
  SMTP_URL: {
    group: 'Mail',
    meaning:
      'Mail server: `smtps://user:password@mail.example.com`. Sends invitations, reset links and security notices. Needs `BASE_URL` and `MAIL_FROM`. Mail to another machine always uses TLS.',
  },
  MAIL_FROM: { group: 'Mail', meaning: 'Sender of the mail: `Docs <docs@example.com>`.' },
  DIGEST: {
    group: 'Mail',
    meaning:
      '`off`: no weekly digest of feedback and failed searches. It goes to administrators on Mondays at 7:00 UTC, if there is something to report.',
  },
  SEARCH: {
    group: 'Search',
    meaning: '`algolia`: the server asks the hosted service; its key never reaches a browser.',
  },
  ALGOLIA_APP_ID: { group: 'Search', meaning: 'Application id, for `SEARCH=algolia`.' },
  ALGOLIA_API_KEY: { group: 'Search', meaning: 'API key, for `SEARCH=algolia`.' },
  ALGOLIA_INDEX: { group: 'Search', meaning: 'Name of the index, for `SEARCH=algolia`.' },
  SEARCH_RERANKER: {
    group: 'Search',
    meaning:
      'Module of a [reranker](../operators/10-reranker.md), such as `./reranker/reranker.ts`: it puts the first hits of a question in a better order.',
  },
  LOG_LEVEL: {
    group: 'Logs and metrics',
    meaning:
      'Least severe lines to write. `debug` follows the steps of a request, a build, a mail and a publication, and has probes of `/healthz` and `/readyz`.',
  },
  METRICS_PORT: {
    group: 'Logs and metrics',
    meaning: 'Serves Prometheus metrics at `/metrics` on this port.',
    defaultIs: 'off',
  },
  METRICS_HOST: { group: 'Logs and metrics', meaning: 'Address that the metrics port listens on.' },
};
