import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from '../../testing/free-port.ts';
import { listChildren, sumCpuSeconds } from './cpu-seconds.ts';

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

export interface NginxControl {
  origin: string;
  /**
   * Seconds of processor time that nginx and its guard have used so far. Undefined if the system doesn't
   * report it.
   */
  cpuSeconds(): number | undefined;
  stop(): Promise<void>;
}

interface ControlFile {
  content: Uint8Array;
  gzip?: Uint8Array;
  /** Headers of the answer, besides those that nginx sends by itself. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Starts nginx with `auth_request`: static files, compressed in advance, and for each request a question to a
 * server that compares one cookie. `files` maps names below the root to files. Those in `open/` aren't gated.
 */
export async function startNginxControl(
  folder: string,
  cookie: string,
  files: Readonly<Record<string, ControlFile>>,
): Promise<NginxControl> {
  const root = path.join(folder, 'root');
  for (const [name, { content, gzip }] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
    if (gzip) writeFileSync(path.join(root, `${name}.gz`), gzip);
  }
  // The guard has its own process, because it would share a core with the load generator in this one.
  const guard = fork(path.join(import.meta.dirname, 'guard.ts'), {
    env: { ...process.env, GUARD_COOKIE: cookie },
  });
  const [guardPort]: unknown[] = await once(guard, 'message');
  if (typeof guardPort !== 'number') throw new Error("The guard of nginx didn't say where it listens.");
  const port = await findFreePort();
  const config = path.join(folder, 'nginx.conf');
  writeFileSync(config, writeConfiguration({ folder, root, port, guardPort, files }));
  const child = spawn('nginx', ['-p', folder, '-c', config, '-e', path.join(folder, 'error.log')], {
    stdio: 'inherit',
  });
  const origin = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(origin).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null)
      throw new Error(`nginx ended with ${child.exitCode}; see ${folder}/error.log.`);
  }
  return {
    origin,
    cpuSeconds: () => sumCpuSeconds([guard.pid, child.pid, ...listChildren(child.pid)]),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      guard.disconnect();
      if (guard.exitCode === null) await once(guard, 'exit');
    },
  };
}

interface Configuration {
  folder: string;
  root: string;
  port: number;
  guardPort: number;
  files: Readonly<Record<string, ControlFile>>;
}

function writeConfiguration({ folder, root, port, guardPort, files }: Configuration): string {
  const locations = Object.entries(files).map(([name, { headers }]) => {
    const gate = name.startsWith('open/') ? '' : 'auth_request /guard; ';
    const added = Object.entries(headers).map(([header, value]) => `add_header ${header} "${value}";`);
    return `location = /${name} { ${gate}add_header x-request-id $request_id; ${added.join(' ')} }`;
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
worker_processes auto;
pid ${folder}/pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  types { text/html html; text/javascript js; }
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  gzip_static on;
  open_file_cache max=1000 inactive=60s;
  ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  upstream guard { server 127.0.0.1:${guardPort}; keepalive 64; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    root ${root};
    ${locations.join('\n    ')}
    location / { auth_request /guard; }
    location = /guard {
      internal;
      proxy_pass http://guard;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
    }
  }
}
`;
}
