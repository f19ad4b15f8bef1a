import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { phpGuards } from './php-guards.ts';

const writeFence = (code: string) => `\`\`\`php\n${code}\n\`\`\``;

test.each([
  ["$rows = executeQuery('SELECT CODE FROM PMT_SUPPLIER');\nreturn array_values($rows);", 2],
  [
    "$rows = executeQuery('SELECT BUDGET FROM PMT_COST_CENTER');\n@@text = pmToString($rows[1]['BUDGET']);",
    2,
  ],
  ['$items = @=items;\n\nforeach ($items as $item) {\n    $pieces += 1;\n}', 3],
  ["foreach (PMFUserList() as $user) {\n    $names[] = $user['name'];\n}", 1],
  ["$users = PMFGetGroupUsers('64793d492c7b95773828c2a0dfee6e59');\n@%n = count($users);", 2],
  ['$n = count(PMFTasksListByProcessId(@@PROCESS));', 1],
  ['foreach (@=items as $item) {\n    $pieces += 1;\n}', 1],
])("refuses a value that isn't always an array: %s", async (code, line) => {
  expect(await check(phpGuards, writeFence(code))).toMatchObject([{ line: FIRST_LINE + line }]);
});

test.each([
  "$rows = executeQuery('SELECT CODE FROM PMT_SUPPLIER');\nif (is_array($rows)) {\n    $first = $rows[1];\n}",
  "$rows = executeQuery('DELETE FROM PMT_SUPPLIER');\nif ($rows === false) {\n    @@note = 'failed';\n}",
  'if (is_array(@=items)) {\n    foreach (@=items as $row) {\n        $total += 1;\n    }\n}',
  '$items = is_array(@=items) ? @=items : [];\n$next = count($items) + 1;',
  '$users = PMFUserList();\nif (is_array($users)) {\n    foreach ($users as $user) {\n        $n += 1;\n    }\n}',
  "$user = userInfo('b6946ff91c7da5a409fb5e96e1352c8d');\n@@name = $user['firstname'];",
])('%s is right', async (code) => {
  expect(await check(phpGuards, writeFence(code))).toEqual([]);
});
