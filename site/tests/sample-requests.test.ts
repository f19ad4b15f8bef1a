import { expect, test } from 'vitest';
import { readArticle } from '../checks/article-source.ts';
import { manualData } from '../testing/manual.ts';
import { createNewSandbox, sandboxEndpoints } from '../testing/sandbox.ts';
import { createSandboxFetch, sendCurl } from '../testing/sandbox-fetch.ts';

/** The samples of the articles that call the installation of the story. */
const samples = manualData
  .listFiles('docs', /\.mdx?$/)
  .filter(({ text }) => text.includes('https://bpa.example.com'))
  .flatMap((one) => readArticle(one)?.samples.map((sample) => ({ ...sample, file: one.file })) ?? []);

test('every request that an article writes for curl is answered by the sandbox', async () => {
  const commands = samples
    .filter(({ language }) => language === 'bash')
    .flatMap(({ code, file }) => code.split(/\n(?=curl )/).map((command) => ({ command, file })))
    .filter(({ command }) => /^curl [\s\S]*https:\/\/bpa\.example\.com/.test(command));
  expect(commands.length).toBeGreaterThan(7);
  for (const { command, file } of commands) {
    const response = await sendCurl(command, createSandboxFetch(createNewSandbox()));
    expect([file, command, response.status, await response.text()]).toEqual([
      file,
      command,
      expect.toSatisfy((status: number) => status < 400),
      expect.anything(),
    ]);
  }
});

test('every program in JavaScript that calls the API runs against the sandbox to its end', async () => {
  const programs = samples.filter(({ language, code }) => language === 'js' && /\bfetch\(/.test(code));
  expect(programs.length).toBeGreaterThan(5);
  for (const { code, file } of programs) {
    const messages: unknown[] = [];
    try {
      await run(code, {
        fetch: createSandboxFetch(createNewSandbox()),
        console: { log: (text: unknown) => messages.push(text) },
      });
    } catch (error) {
      throw new Error(`${file}: ${error}\n${code}`);
    }
    if (code.includes('users.csv')) expect(messages).toEqual(['hugo.lindqvist: created']);
    if (!code.includes('route-case')) continue;
    expect(messages).toEqual(['Started case 1212', 'TO_DO', 'Approve request: Ingrid Voss']);
  }
});

test('articles name the limits that the sandbox has', () => {
  const findLength = (id: string, name: string) =>
    sandboxEndpoints.find((endpoint) => endpoint.id === id)?.body?.fields.find((field) => field.name === name)
      ?.length;
  const articles = manualData.listFiles('docs', /\.mdx?$/);
  const notes = articles
    .filter(
      ({ file, text }) =>
        /\/Cases?Notes\.|\/CaseFunctions\.|\/CallingRest/.test(file) || text.includes('addCaseNote'),
    )
    .flatMap(({ file, text }) =>
      [...text.matchAll(/(?:to|than) (\d+) characters/g)].map(([, number]) => [file, Number(number)]),
    );
  expect(notes.length).toBeGreaterThan(4);
  const { max: longestNote } = findLength('addCaseNote', 'note_content') ?? {};
  expect(notes.filter(([, number]) => number !== longestNote)).toEqual([]);

  const policy = articles.find(({ file }) => file.endsWith('/PasswordPolicy.md'))?.text ?? '';
  const readInstalledValue = (key: string) => Number(new RegExp(`\`${key}\` \\| (\\d+)`).exec(policy)?.[1]);
  expect(findLength('createUser', 'usr_new_pass')).toEqual({
    min: readInstalledValue('PPP_MINIMUM_LENGTH'),
    max: readInstalledValue('PPP_MAXIMUM_LENGTH'),
  });
});

/** Runs a module for Node.js with these globals; the files that it opens are empty. */
async function run(code: string, globals: Record<string, unknown>): Promise<void> {
  const fixture = {
    ...globals,
    process: { env: { PASSWORD: 'Example-Passw0rd!' } },
    openAsBlob: async () => new Blob(),
    readFile: async (file: string) => samples.find(({ title }) => title === file)?.code ?? '',
    writeFile: async () => undefined,
  };
  const plainCode = code.replaceAll(/^import .*$/gm, '').replaceAll(/^export /gm, '');
  const body = `return (async () => {\n${plainCode}\n})();`;
  await new Function(...Object.keys(fixture), body)(...Object.values(fixture));
}
