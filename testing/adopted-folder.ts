import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { loadConfiguration } from '../src/docusaurus/configuration/load-configuration.ts';
import { formatProblem } from '../src/shared/problem.ts';

/** What Docusaurus asks of every configuration. */
export const least = "title: 'Pumps', url: 'https://docs.example', baseUrl: '/'";

/** A site folder with a configuration of Docusaurus: a new one for each test of the file. */
export function createAdoptedFolder() {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'adopt-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const load = () => loadConfiguration(folder);
  return {
    siteDir: () => folder,
    write(name: string, text: string): void {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    },
    load,
    problems: async () => (await load()).problems.map(formatProblem),
    findings: async () => (await load()).findings.map(({ kind, what, line }) => `${kind} ${what}:${line}`),
  };
}
