import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { manualData } from '../testing/manual.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sheets = path.join(root, '../shared/facts');
const sheet = (file: string) => readFileSync(path.join(sheets, file), 'utf8');

/** What the reference data was made from has the same things: nothing was lost, nothing was made up. */
function compare(what: string, run: () => void): void {
  test(what, () => {
    if (!existsSync(sheets)) return console.warn(`The fact sheets are not here: ${what} is not compared.`);
    run();
  });
}

/** `File (legacy single upload)` and `Row / cell` by their first name. */
const firstName = (title: string) => title.replace(/ [(/].*$/, '');

compare('every endpoint by its method and path', () => {
  const facts: { endpoints: { method: string; path: string }[] } = JSON.parse(sheet('rest-api.json'));
  const named = ({ method, path: address }: { method: string; path: string }) => `${method} ${address}`;
  const documented = manualData.api.endpoints.map(({ method, shownPath }) =>
    named({ method, path: shownPath }),
  );
  expect(documented.toSorted()).toEqual(facts.endpoints.map(named).toSorted());
});

compare('every PHP function by its name', () => {
  const facts: { functions: { name: string }[] } = JSON.parse(sheet('php-functions.json'));
  const documented = manualData.php.functions.map(({ id }) => id);
  expect(documented.toSorted()).toEqual(
    facts.functions.map(({ name }) => name.replace(/\W.*$/, '')).toSorted(),
  );
});

compare('every JavaScript member by its name', () => {
  const facts: { methods: { name: string }[] } = JSON.parse(sheet('dynaform-js.json'));
  const { members } = manualData.javaScript;
  const names = (text: string) => text.match(/[$A-Za-z][\w.$]*/g) ?? [];
  const documented = new Set(members.flatMap((member) => member.names.flatMap(names)));
  expect(members.length).toBe(facts.methods.length);
  expect(facts.methods.filter(({ name }) => !names(name).some((one) => documented.has(one)))).toEqual([]);
});

interface ControlFacts {
  title: string;
  properties: { name: string; internal: boolean }[];
}

compare('every control, with every property that is shown', () => {
  const facts: { controls: ControlFacts[] } = JSON.parse(sheet('dynaform-controls.json'));
  const { controls } = manualData.controls;
  const documented = controls.map(({ title, properties }) => [
    firstName(title),
    properties.map(({ key }) => key).toSorted(),
  ]);
  const known = facts.controls.map(({ title, properties }) => [
    firstName(title),
    properties.flatMap(({ name, internal }) => (internal ? [] : [name])).toSorted(),
  ]);
  expect(documented).toEqual(known);
});

compare('every permission key', () => {
  const keys = [...sheet('admin.md').matchAll(/^\| ((?:PM|TASK)_[A-Z_]+) \|/gm)].map(([, key]) => key);
  const documented = manualData.permissions.permissions.map(({ id }) => id);
  expect(keys.length).toBe(69);
  expect(documented.toSorted()).toEqual(keys.toSorted());
});
