import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { MANIFEST_FORMAT, type Manifest, type ManifestEntry } from '../src/model/manifest.ts';
import { hashContent } from '../src/releases/content-hash.ts';
import { hashForFileName } from '../src/releases/named-content.ts';

/** The fields of an entry that a test sets. The others default to those of a page for readers. */
export interface FixtureEntry {
  url: string;
  content: string | Buffer;
  type?: string;
  audience?: ManifestEntry['audience'];
  cache?: ManifestEntry['cache'];
  status?: number;
  /** Without compressed variants. */
  plain?: boolean;
}

export interface FixtureRelease {
  build?: string;
  entries?: readonly FixtureEntry[];
  redirects?: Manifest['redirects'];
  templates?: Record<string, string>;
  /** Changes the finished manifest, for example to break it. */
  change?(manifest: Manifest): unknown;
}

/** Each article of the fixture contains a word that occurs nowhere else. */
export const canaries = {
  '/': 'canary-home-quokka',
  '/docs/Tasks': 'canary-tasks-numbat',
  '/docs/Developer Info/Users': 'canary-users-bilby',
  '/docs/Supervisors/': 'canary-supervisors-potoroo',
  '/docs/文': 'canary-script-wombat',
  '/docs/a+b&c=[d]': 'canary-signs-dunnart',
} as const;

const script = 'console.log("shell")';
const loginTemplate =
  '<!doctype html><html><head><script src="/assets/login-1a2b.js"></script></head><body><p role="alert">{{error}}</p><form method="post" action="/auth/sign-in"><input name="email" value="{{email}}"><input name="password" type="password"><input name="next" type="hidden" value="{{next}}"><button>Sign in</button></form></body></html>';
const oidcTemplate =
  '<!doctype html><html><body><p role="alert">{{error}}</p><a href="{{start}}">Sign in</a></body></html>';
const firebaseTemplate =
  '<!doctype html><html><body data-next="{{next}}" data-api-key="{{apiKey}}"><p role="alert">{{error}}</p></body></html>';
const setupTemplate =
  '<!doctype html><p role="alert">{{error}}</p><form method="post" action="/setup"><input name="token" value="{{token}}"><input name="email" value="{{email}}"><input name="name" value="{{name}}"></form>';

const inviteTemplate =
  '<!doctype html><p role="alert">{{error}}</p><p>{{name}} {{email}}</p><form method="post" action="/invite"><input name="token" value="{{token}}"></form>';

const fixtureTemplates = {
  login: loginTemplate,
  'login-oidc': oidcTemplate,
  'login-firebase': firebaseTemplate,
  setup: setupTemplate,
  invite: inviteTemplate,
  reset: inviteTemplate.replace('/invite', '/reset'),
  'confirm-email':
    '<!doctype html><p>{{name}} {{email}}</p><form method="post" action="/confirm-email">{{token}}</form>',
  'confirm-email-answer': '<!doctype html><p role="status">{{message}}</p>',
  consent:
    '<!doctype html><p role="alert">{{error}}</p><p>{{client}} {{host}} {{returns}} {{email}} {{until}} {{password}}{{signOut}}</p><form method="post" action="/oauth/consent"><input name="uid" value="{{uid}}"></form>',
  'consent-answer': '<!doctype html><p role="status">{{message}}</p>',
  forgotten:
    '<!doctype html><p role="alert">{{error}}</p><form method="post" action="/forgotten">{{email}}</form>',
  'second-factor':
    '<!doctype html><p role="alert">{{error}}</p><form method="post" action="/second-factor" data-codes="{{codes}}" data-passkeys="{{passkeys}}">{{next}}</form>',
  'second-factor-set-up':
    '<!doctype html><p role="alert">{{error}}</p><code>{{secret}}</code><img src="{{picture}}"><form method="post" action="/second-factor" data-codes="{{codes}}" data-passkeys="{{passkeys}}">{{next}}</form>',
  'recovery-codes': '<!doctype html><pre>{{codes}}</pre><a href="{{next}}">Go on</a>',
  'forgotten-answer': '<!doctype html><p role="status">{{message}}</p>',
};

export const fixtureEntries: readonly FixtureEntry[] = [
  ...Object.entries(canaries).flatMap(([url, canary]): FixtureEntry[] => [
    { url, content: `<!doctype html><h1>${canary}</h1>${'<p>Words of an article.</p>'.repeat(60)}` },
    {
      url: `/_page${url === '/' ? '/index' : url}.json`,
      content: JSON.stringify({ page: { html: canary.repeat(20) } }),
      type: 'application/json',
      cache: 'data',
    },
  ]),
  { url: '/account', content: `<!doctype html><title>Account</title>` },
  {
    url: '/admin/users',
    content: `<!doctype html><title>Users</title>`,
    audience: 'administrator',
  },
  { url: '/404', content: '<!doctype html><h1>Page not found</h1>', status: 404 },
  { url: '/assets/shell-3c4d.js', content: script, type: 'text/javascript', cache: 'immutable' },
  {
    url: '/assets/login-1a2b.js',
    content: 'document.title',
    type: 'text/javascript',
    cache: 'immutable',
    audience: 'visitor',
  },
];

/** Writes a build into `folder` and publishes it by its manifest, as the real build does. */
export async function publishRelease(folder: string, release: FixtureRelease = {}): Promise<Manifest> {
  const { build = 'build-1', entries = fixtureEntries, redirects = fixtureRedirects } = release;
  await mkdir(path.join(folder, 'files'), { recursive: true });
  const write = async (content: string | Buffer) => {
    const file = `files/file.${hashForFileName(content)}.bin`;
    await writeFile(path.join(folder, file), content);
    return { file, hash: hashContent(content), bytes: Buffer.byteLength(content) };
  };
  const compress = async (content: string | Buffer) => {
    const { file } = await write(content);
    const variants = { br: `${file}.br`, gzip: `${file}.gz` };
    await writeFile(path.join(folder, variants.br), brotliCompressSync(content));
    await writeFile(path.join(folder, variants.gzip), gzipSync(content));
    return variants;
  };
  const templates: Record<string, string> = {};
  for (const [name, html] of Object.entries(release.templates ?? fixtureTemplates)) {
    templates[name] = (await write(html)).file;
  }
  const manifest: Manifest = {
    format: MANIFEST_FORMAT,
    basePath: '/',
    build,
    entries: await Promise.all(
      entries.map(async ({ url, content, plain, ...entry }) => ({
        url,
        ...(await write(content)),
        type: entry.type ?? 'text/html; charset=utf-8',
        encodings: plain ? {} : await compress(content),
        audience: entry.audience ?? 'reader',
        cache: entry.cache ?? 'page',
        status: entry.status ?? 200,
      })),
    ),
    redirects: [...redirects],
    languages: [{ tag: 'en', path: '/', templates, texts: {} }],
    scriptHashes: ["'sha256-c2NyaXB0'"],
    styleHashes: ["'sha256-c3R5bGU='"],
  };
  const partial = path.join(folder, 'manifest.json.new');
  await writeFile(partial, JSON.stringify(release.change?.(manifest) ?? manifest));
  await rename(partial, path.join(folder, 'manifest.json'));
  return manifest;
}

const fixtureRedirects: Manifest['redirects'] = [
  { from: '/docs', to: '/docs/Tasks' },
  { from: '/docs/DeveloperInfo/Users', to: '/docs/Developer Info/Users' },
];
