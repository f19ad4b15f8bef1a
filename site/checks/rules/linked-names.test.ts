import { expect, test } from 'vitest';
import { parseControlData } from '../../src/reference/controls/controls.ts';
import { parseJavaScriptData } from '../../src/reference/javascript/members.ts';
import { parseApi } from '../../src/reference/openapi/endpoints.ts';
import { parsePermissionData } from '../../src/reference/permissions/components.ts';
import { parsePhpData } from '../../src/reference/php/functions.ts';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { dataText } from '../../testing/compile-with-data.ts';
import { documentedNames } from '../documented-names.ts';
import { checkLinkedNames } from './linked-names.ts';

const names = documentedNames({
  api: parseApi(dataText('static/openapi/lurana.json')),
  php: parsePhpData(dataText('docs/_data/php-functions.json')),
  javaScript: parseJavaScriptData(dataText('docs/_data/javascript-members.json')),
  controls: parseControlData(dataText('docs/_data/controls.json')),
  permissions: parsePermissionData(dataText('docs/_data/permissions.json')),
});
const check = (body: string) => checkLinkedNames(article(body), names);

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
])('%s without a link is a problem that names the section', (body, target) => {
  expect(check(body)).toMatchObject([{ code: 'linked-name', message: expect.stringContaining(target) }]);
});

test('one link is enough, wherever it stands, and the first use is the one named', () => {
  const uses = '`executeQuery()`, then `executeQuery`.';
  const link =
    '[queries](LuranaBPA/Developer%20Info/LuranaProgramming/PHP/LuranaFunctions/DatabaseFunctions.md#executeQuery)';
  expect(check(`Text.\n\n${uses}\n\n${uses}`)).toMatchObject([{ line: FIRST_LINE + 2 }]);
  expect(check(`${uses} See ${link}.`)).toEqual([]);
});

test('a link to the page without the heading is not enough', () => {
  const page = 'LuranaBPA/Developer%20Info/LuranaProgramming/PHP/LuranaFunctions/DatabaseFunctions.md';
  expect(check(`\`executeQuery\` in [the functions](${page}).`)).toHaveLength(1);
});

test.each([
  '<PhpFunction name="executeQuery">\n\n</PhpFunction>',
  '<PhpFunctionTable group="case, database" />',
  '<PhpFunctionTable />',
])('%s documents or links it', (component) => {
  expect(check(`Use \`executeQuery\`.\n\n${component}`)).toEqual([]);
});

test.each([
  ['`clear()`', '<JsMemberTable group="value" />'],
  ['`setFocus()`', '<ControlMethods control="textbox" />'],
  ['`GET /users`', '<EndpointTable tag="Groups, Users" />'],
  ['`PM_FACTORY`', '<PermissionTable />'],
])('%s is linked by %s', (name, component) => {
  expect(check(name)).toHaveLength(1);
  expect(check(`${name}\n\n${component}`)).toEqual([]);
});

test('headings, ordinary words, words that a sample calls, and signatures name nothing', () => {
  const words = 'Set `required` and `token`.';
  const sample = '```js\n$(".note").hide();\n```';
  const signature = '```php title="Signature"\nexecuteQuery(string $sql)\n```';
  expect(check(`## With \`executeQuery\`\n\n${words}\n\n${sample}\n\n${signature}`)).toEqual([]);
});
