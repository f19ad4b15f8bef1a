import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { linkedNames } from './linked-names.ts';

const find = (body: string) => check(linkedNames, body);

test.each([
  ['`executeQuery`', 'DatabaseFunctions#executeQuery'],
  ['`executeQuery("SELECT 1")`', 'DatabaseFunctions#executeQuery'],
  ['`$("#items").addRow()`', 'GridMethods#addRow'],
  ['`show()`', 'LabelMethods#show'],
  ['`PMDynaform.getUserInfo()`', 'GlobalFunctions#PMDynaform-getUserInfo'],
  ['`PM_FACTORY`', 'Permissions#PM_FACTORY'],
  ['`GET /user/{usr_uid}`', 'Users#get-user-usr_uid'],
  ['`GET /api/1.0/alderbrook/user/90ee4137d48d5f115f078cf0aca6bc90?x=1`', 'Users#get-user-usr_uid'],
  ['`/role/{rol_uid}/users`', 'Roles#get-role-rol_uid-users'],
  ['```php\n$x = 1;\n$y = executeQuery("SELECT 1");\n```', 'DatabaseFunctions#executeQuery'],
])('%s without a link is a problem that names the section', async (body, target) => {
  expect(await find(body)).toMatchObject([{ message: expect.stringContaining(target) }]);
});

test('one link is enough, wherever it is, and the first use is the one named', async () => {
  const uses = '`executeQuery()`, then `executeQuery`.';
  const link =
    '[queries](LuranaBPA/Developer%20Info/LuranaProgramming/PHP/LuranaFunctions/DatabaseFunctions.md#executeQuery)';
  expect(await find(`Text.\n\n${uses}\n\n${uses}`)).toMatchObject([{ line: FIRST_LINE + 2 }]);
  expect(await find(`${uses} See ${link}.`)).toEqual([]);
});

test('a link to the page without the heading is not enough', async () => {
  const page = 'LuranaBPA/Developer%20Info/LuranaProgramming/PHP/LuranaFunctions/DatabaseFunctions.md';
  expect(await find(`\`executeQuery\` in [the functions](${page}).`)).toHaveLength(1);
});

test.each([
  '<PhpFunction name="executeQuery">\n\n</PhpFunction>',
  '<PhpFunctionTable group="case, database" />',
  '<PhpFunctionTable />',
])('%s documents or links it', async (component) => {
  expect(await find(`Use \`executeQuery\`.\n\n${component}`)).toEqual([]);
});

test.each([
  ['`clear()`', '<JsMemberTable group="value" />'],
  ['`setFocus()`', '<ControlMethods control="textbox" />'],
  ['`GET /users`', '<EndpointTable tag="Groups, Users" />'],
  ['`PM_FACTORY`', '<PermissionTable />'],
])('%s is linked by %s', async (name, component) => {
  expect(await find(name)).toHaveLength(1);
  expect(await find(`${name}\n\n${component}`)).toEqual([]);
});

test('headings, ordinary words, words that a sample calls, and signatures name nothing', async () => {
  const words = 'Set `required` and `token`.';
  const sample = '```js\n$(".note").hide();\n```';
  const signature = '```php title="Signature"\nexecuteQuery(string $sql)\n```';
  expect(await find(`## With \`executeQuery\`\n\n${words}\n\n${sample}\n\n${signature}`)).toEqual([]);
});
