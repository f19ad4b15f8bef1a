import { expect, test } from 'vitest';
import { openApi } from '../../src/reference/openapi/endpoints.ts';
import { check, FIRST_LINE, manualData } from '../../testing/manual.ts';
import { openApiExamples } from '../data/openapi-examples.ts';
import { restSamples } from './rest.ts';

const base = 'https://bpa.example.com/api/1.0/alderbrook';
const find = (language: string, code: string) => check(restSamples, `\`\`\`${language}\n${code}\n\`\`\``);

test.each([
  ['bash', `curl ${base}/users -H "Authorization: Bearer $TOKEN"`],
  [
    'bash',
    `curl -X POST ${base}/group -H "Content-Type: application/json" \\\n  -d '{"grp_title": "Buyers", "grp_status": "ACTIVE"}'`,
  ],
  ['js', `await fetch(\`${base}/user/\${uid}\`);`],
  ['php', `curl_init('${base}/user/' . $uid);`],
])('a %s sample of an endpoint that exists is right', async (language, code) => {
  expect(await find(language, code)).toEqual([]);
});

test('an address or a method that no endpoint has is named at its line', async () => {
  expect(await find('js', `const a = 1;\nawait fetch('${base}/userz');`)).toMatchObject([
    { line: FIRST_LINE + 2, message: 'No endpoint answers at /userz.' },
  ]);
  expect(await find('bash', `curl -X PUT ${base}/users`)).toMatchObject([
    { message: '/users does not answer to PUT.' },
  ]);
});

test('a body that lacks a required field is named', async () => {
  const findings = await find('bash', `curl -X POST ${base}/group -d '{"grp_status": "ACTIVE"}'`);
  expect(findings).toMatchObject([
    { message: expect.stringContaining("must have required property 'grp_title'") },
  ]);
});

test('an answer is held to the endpoint that it names', async () => {
  expect(await find('json answer="listRoles"', '[{"rol_code": "PURCHASING_CLERK"}]')).toEqual([]);
  expect(await find('json answer="listRoles"', '{"rol_code": 1}')).toMatchObject([
    { message: expect.stringContaining('must be array') },
  ]);
  expect(await find('json answer="listRole"', '[]')).toMatchObject([
    { message: expect.stringContaining('Did you mean "listRoles"?') },
  ]);
});

test('every request and answer that the site makes fits the document', async () => {
  expect(await check(openApiExamples, [])).toEqual([]);
});

test('a sample answer that would show an empty object is named', async () => {
  const document = structuredClone(manualData.api.document);
  const { CustomListTasks } = document.components.schemas;
  if (CustomListTasks?.properties?.columns) CustomListTasks.properties.columns.items = { type: 'object' };
  const api = openApi.parse(JSON.stringify(document));
  expect((await check(openApiExamples, [], { api })).map(({ message }) => message)).toContain(
    'POST /home/inbox/{id}: the answer 200 shows nothing in `columns`: give it examples.',
  );
});
