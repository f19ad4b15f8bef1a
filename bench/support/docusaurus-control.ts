import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { getContentType } from '../../src/model/content-types.ts';
import { cleanEnvironment, projectDir } from './measured-run.ts';

/**
 * The newest version when this was written. The preset includes a hosted search that the comparison doesn't
 * need.
 */
const VERSION = '3.10.2';
const dependencies = {
  '@docusaurus/core': VERSION,
  '@docusaurus/plugin-content-docs': VERSION,
  '@docusaurus/theme-classic': VERSION,
  react: '^19.0.0',
  'react-dom': '^19.0.0',
};
const config = `module.exports = {
  title: 'Lurana BPA', url: 'http://127.0.0.1', baseUrl: '/', onBrokenLinks: 'warn', trailingSlash: false,
  plugins: [['@docusaurus/plugin-content-docs', { path: process.env.CONTROL_DOCS }]],
  themes: ['@docusaurus/theme-classic'],
  themeConfig: { colorMode: { defaultMode: 'dark' }, navbar: { title: 'Lurana BPA', items: [{ to: '/docs', label: 'Docs' }] } },
};
`;

const run = promisify(execFile);

export interface ControlSite {
  origin: string;
  stop(): Promise<void>;
}

/**
 * Builds the same docs folder with Docusaurus, which is installed once into a cache folder, and serves it
 * from memory.
 */
export async function startDocusaurusControl(
  docsDir: string,
  say: (line: string) => void,
): Promise<ControlSite> {
  const folder = path.join(projectDir, '.cache', 'bench-docusaurus');
  mkdirSync(folder, { recursive: true });
  const packageJson = JSON.stringify({ name: 'bench-control', private: true, dependencies });
  const installed = path.join(folder, 'installed.json');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== packageJson) {
    say(`installing Docusaurus ${VERSION} into ${folder}, once`);
    writeFileSync(path.join(folder, 'package.json'), packageJson);
    // The environment is passed on, because it has proxies and certificates.
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
    writeFileSync(installed, packageJson);
  }
  say('building the control');
  writeFileSync(path.join(folder, 'docusaurus.config.cjs'), config);
  rmSync(path.join(folder, 'build'), { recursive: true, force: true });
  const command = path.join(folder, 'node_modules/@docusaurus/core/bin/docusaurus.mjs');
  const env = { ...cleanEnvironment(), CONTROL_DOCS: docsDir };
  await run(process.execPath, [command, 'build'], { cwd: folder, env, maxBuffer: 64 << 20 });
  return serveStatic(path.join(folder, 'build'));
}

/** Serves like a good static host: brotli, hashed files cached forever, and others revalidated. */
async function serveStatic(root: string): Promise<ControlSite> {
  const answers = new Map<string, { type: string; body: Buffer } | undefined>();
  const answerFor = (pathname: string) => {
    if (!answers.has(pathname)) answers.set(pathname, readAnswer(root, pathname));
    return answers.get(pathname);
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://control');
    const answer = answerFor(decodeURIComponent(pathname));
    if (!answer) return response.writeHead(404).end();
    const hashed = pathname.startsWith('/assets/');
    const cache = hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
    response
      .writeHead(200, { 'content-type': answer.type, 'content-encoding': 'br', 'cache-control': cache })
      .end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The control has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function readAnswer(root: string, pathname: string): { type: string; body: Buffer } | undefined {
  const candidates = [pathname, `${pathname}.html`, path.posix.join(pathname, 'index.html')];
  for (const candidate of candidates) {
    const file = path.join(root, candidate);
    if (!file.startsWith(root) || path.extname(file) === '' || !existsSync(file)) continue;
    const body = brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    return { type: getContentType(file).type, body };
  }
  return undefined;
}
