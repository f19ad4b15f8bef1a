import { parse } from 'acorn';
import { expect, test } from 'vitest';
import { phpSamples } from '../../../../checks/samples/php.ts';
import { article, check, manualData } from '../../../../testing/manual.ts';
import { findEndpoint } from '../endpoints.ts';
import { curlSample } from './curl.ts';
import { javaScriptSample } from './javascript.ts';
import { phpSample } from './php.ts';
import { sampleRequest } from './sample-request.ts';

const { api } = manualData;

function request(name: string) {
  const endpoint = findEndpoint(api, name);
  if (!endpoint) throw new Error(`The document has no ${name}.`);
  return sampleRequest(api.document, endpoint);
}

test('every endpoint has a JavaScript sample that parses', () => {
  const options = { ecmaVersion: 'latest', sourceType: 'module' } as const;
  for (const { id } of api.endpoints)
    expect(() => parse(javaScriptSample(request(id)), options), id).not.toThrow();
});

test("every endpoint has a PHP sample that parses and uses PHP's own functions", async () => {
  const articles = api.endpoints.map(({ id }) => article(`\`\`\`php\n${phpSample(request(id))}\n\`\`\``, id));
  expect(await check(phpSamples, articles)).toEqual([]);
});

test('no sample leaves a parameter of its path open', () => {
  for (const { id } of api.endpoints)
    expect(curlSample(request(id)), id).not.toMatch(/alderbrook[^\s"]*[{}]/);
});

test('a secret comes from the environment in every language', () => {
  const sample = request('getTokensWithPassword');
  expect(curlSample(sample)).toContain('"password=$PASSWORD"');
  expect(javaScriptSample(sample)).toContain('password: process.env.PASSWORD');
  expect(phpSample(sample)).toContain("'password' => getenv('PASSWORD')");
});

test('a file is sent as a part, and the token is in the address where the path has it', () => {
  expect(curlSample(request('uploadProfilePicture'))).toContain('-F "USR_PHOTO=@maria-lopez.png"');
  expect(curlSample(request('expireAccessToken'))).toContain(
    '"https://bpa.example.com/alderbrook/oauth2/$TOKEN/expire"',
  );
  expect(phpSample(request('expireAccessToken'))).toContain("oauth2/' . getenv('TOKEN') . '/expire'");
});
