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

const holders = ['PROCESSMAKER_ADMIN', 'PROCESSMAKER_MANAGER', 'PROCESSMAKER_OPERATOR'];

compare('every permission key, with the roles that hold it as installed', () => {
  const rows = [...sheet('admin.md').matchAll(/^\| ((?:PM|TASK)_[A-Z_]+) \|.*\|(.*)\|(.*)\|(.*)\|$/gm)];
  const known = rows.map(([, key, ...marks]) => [key, holders.filter((_, at) => marks[at]?.trim() === 'x')]);
  const documented = manualData.permissions.permissions.map(({ id, roles }) => [
    id,
    holders.filter((role) => roles.includes(role)),
  ]);
  expect(known.length).toBe(69);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(known));
});

compare('every version number of a function or a member, with it or on its page', () => {
  const documented = [...manualData.php.functions, ...manualData.javaScript.members];
  const lostOf = ({ name, ...facts }: { name: string }) => {
    const own = documented.find(({ id }) => id === name);
    const page = own && path.join(root, `site/docs/${own.page}.md`);
    const shown = JSON.stringify(own) + (page === undefined ? '' : readFileSync(page, 'utf8'));
    const versions = JSON.stringify(facts).match(/\b3\.\d/g) ?? [];
    return versions.filter((version) => !shown.includes(version)).map((version) => `${name}: ${version}`);
  };
  const php: { functions: { name: string }[] } = JSON.parse(sheet('php-functions.json'));
  const javaScript: { methods: { name: string }[] } = JSON.parse(sheet('dynaform-js.json'));
  const facts = [...php.functions, ...javaScript.methods];
  expect(facts.filter((one) => /\b3\.\d/.test(JSON.stringify(one))).length).toBeGreaterThan(10);
  expect(facts.flatMap(lostOf)).toEqual([]);
});
