import { expect, test } from 'vitest';
import { parseApi } from '../../src/reference/openapi/endpoints.ts';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { dataText } from '../../testing/compile-with-data.ts';
import { checkOpenApiExamples } from '../data/openapi-examples.ts';
import { ApiValidator, checkRestSamples } from './rest.ts';

const api = parseApi(dataText('static/openapi/lurana.json'));
const validator = new ApiValidator(api);
const base = 'https://bpa.example.com/api/1.0/alderbrook';
const check = (language: string, code: string) =>
  checkRestSamples(article(`\`\`\`${language}\n${code}\n\`\`\``), api, validator);

test.each([
  ['bash', `curl ${base}/users -H "Authorization: Bearer $TOKEN"`],
  [
    'bash',
    `curl -X POST ${base}/group -H "Content-Type: application/json" \\\n  -d '{"grp_title": "Buyers", "grp_status": "ACTIVE"}'`,
  ],
  ['js', `await fetch(\`${base}/user/\${uid}\`);`],
  ['php', `curl_init('${base}/user/' . $uid);`],
])('a %s sample of an endpoint that exists is right', (language, code) => {
  expect(check(language, code)).toEqual([]);
});

test('an address or a method that no endpoint has is named at its line', () => {
  expect(check('js', `const a = 1;\nawait fetch('${base}/userz');`)).toMatchObject([
    { line: FIRST_LINE + 2, message: 'No endpoint answers at /userz.' },
  ]);
  expect(check('bash', `curl -X PUT ${base}/users`)).toMatchObject([
    { message: '/users does not answer to PUT.' },
  ]);
});

test('a body that lacks a required field is named', () => {
  const found = check('bash', `curl -X POST ${base}/group -d '{"grp_status": "ACTIVE"}'`);
  expect(found).toMatchObject([
    { message: expect.stringContaining("must have required property 'grp_title'") },
  ]);
});

test('an answer is held to the endpoint that it names', () => {
  expect(check('json answer="listRoles"', '[{"rol_code": "PURCHASING_CLERK"}]')).toEqual([]);
  expect(check('json answer="listRoles"', '{"rol_code": 1}')).toMatchObject([
    { message: expect.stringContaining('must be array') },
  ]);
  expect(check('json answer="listRole"', '[]')).toMatchObject([
    { message: expect.stringContaining('Did you mean "listRoles"?') },
  ]);
});

test('every request and answer that the site makes fits the document', () => {
  expect(checkOpenApiExamples('static/openapi/lurana.json', api, validator)).toEqual([]);
});
