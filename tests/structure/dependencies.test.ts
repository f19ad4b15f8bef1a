import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../testing/running-site.ts';

const packages = JSON.parse(readFileSync(path.join(projectDir, 'package.json'), 'utf8'));
const decision = readFileSync(path.join(projectDir, 'decisions/dependencies.md'), 'utf8');
const [, installed = '', forDevelopment = ''] = decision.split(/^## .*$/m);

/** The names in the first column of a table. */
const listNames = (section: string) =>
  [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );

test.each([
  ['dependencies', installed],
  ['devDependencies', forDevelopment],
])('every package of %s has a reason, and no other one has', (group, section) => {
  expect(listNames(section).sort()).toEqual(Object.keys(packages[group]).sort());
});
