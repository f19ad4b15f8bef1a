import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { messageKinds } from '../../accounts/mail/messages/message.ts';
import { engineFeatures } from '../../features/index.ts';
import type { EndpointAnswer } from '../../model/api/endpoints.ts';
import { buildMailPreviewUrl } from '../../model/urls.ts';
import type { FeatureContext, ServerFeature } from '../server-feature.ts';

let sendMail: FeatureContext['sendMail'];
const pump = {
  name: 'pump',
  mails: {
    'runs-dry': (language: string) => ({
      subject: language === 'es' ? 'La bomba <1> está seca' : 'Pump <1> runs dry',
      paragraphs: ['Fill it with " style="color: red" water.'],
      button: { label: 'Open the pump', path: '/pump' },
      why: 'you watch this pump',
    }),
  },
  async start(context: FeatureContext) {
    sendMail = context.sendMail;
    return undefined;
  },
};

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ features: [...engineFeatures, pump] });
  cookie = await server.signIn();
});
afterAll(() => server.close());

const listMails = async (query = ''): Promise<EndpointAnswer<'listMails'>> =>
  (await server.get(`/api/v1/mails${query}`, { cookie })).json();

test('lists every mail of the program and of features, with example values', async () => {
  const { mail, language, languages, rows } = await listMails();
  expect([mail, language, languages]).toEqual([false, 'en', ['en']]);
  expect(rows.map(({ kind }) => kind)).toEqual([...messageKinds, 'pump/runs-dry']);
  for (const { kind, subject, text } of rows) {
    expect([kind, subject]).toEqual([kind, expect.stringMatching(/\w/)]);
    expect([kind, /\{\w+\}/.exec(subject + text)?.[0]]).toEqual([kind, undefined]);
    expect(text).toContain('Hello Grace Hopper,');
  }
  expect(rows.at(-1)?.subject).toBe('Pump <1> runs dry');
});

describe('the preview of a mail', () => {
  const open = (kind: string, theme: 'light' | 'dark') =>
    server.get(buildMailPreviewUrl({ kind, theme, language: 'en' }), { cookie });

  test.each([...messageKinds, 'pump/runs-dry'])('%s is drawn under a strict policy', async (kind) => {
    const { statusCode, headers, body } = await open(kind, 'dark');
    const [, sheet = ''] = /<style>([\s\S]*)<\/style>/.exec(body) ?? [];
    const hash = createHash('sha256').update(sheet).digest('base64');
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toBe(
      `sandbox; default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    );
    expect(headers['cache-control']).toBe('private, no-store');
    // Styles are in the sheet, and nothing can be followed.
    expect(body).not.toMatch(/ style="| href="/);
    const { rows } = await listMails();
    const lines = rows.find((row) => row.kind === kind)?.text.split('\n\n') ?? [];
    expect(body).toContain(lines[0]);
  });

  test('has the colours of the theme, whatever the browser prefers', async () => {
    const [light, dark] = await Promise.all([open('reset', 'light'), open('reset', 'dark')]);
    expect(light.body).toContain('@media not all {');
    expect(light.body).toContain('color-scheme: light;');
    expect(dark.body).toContain('@media all {');
    expect(dark.body).toContain('<meta name="color-scheme" content="dark">');
  });

  test('keeps what a text says about styles', async () => {
    const { body } = await open('pump/runs-dry', 'light');
    expect(body).toContain('Fill it with &quot; style=&quot;color: red&quot; water.');
    expect(body).toContain('<title>Pump &lt;1&gt; runs dry</title>');
  });

  test.each(['', 'nothing', 'pump/nothing', 'from-feature'])('is missing for the kind %j', async (kind) => {
    expect((await open(kind, 'light')).statusCode).toBe(404);
  });

  test('is for administrators only', async () => {
    const url = buildMailPreviewUrl({ kind: 'reset', theme: 'light', language: 'en' });
    const reader = await server.signInAs();
    for (const path of [url, '/api/v1/mails'])
      expect((await server.get(path, { cookie: reader })).statusCode).toBe(404);
    expect((await server.get(url)).statusCode).toBe(401);
  });
});

describe('an example that a feature fails to write', () => {
  const mails: NonNullable<ServerFeature['mails']> = {
    throws: () => {
      throw new Error('No pump is connected.');
    },
    // Code without types can return anything.
    'is-missing': () => JSON.parse('null'),
    'has-no-paragraphs': () => JSON.parse('{"subject":"Dry"}'),
    works: pump.mails['runs-dry'],
  };

  test('is a row with the reason, and the other mails are listed', async () => {
    const brokenServer = await startServer({ features: [...engineFeatures, { name: 'broken', mails }] });
    onTestFinished(() => brokenServer.close());
    const asAdministrator = { cookie: await brokenServer.signIn() };
    const { rows }: EndpointAnswer<'listMails'> = (
      await brokenServer.get('/api/v1/mails', asAdministrator)
    ).json();
    expect(rows.map(({ kind }) => kind)).toEqual([
      ...messageKinds,
      ...Object.keys(mails).map((kind) => `broken/${kind}`),
    ]);
    const faultyRows = rows.filter(({ fault }) => fault !== undefined);
    expect(faultyRows.map(({ kind }) => kind)).toEqual([
      'broken/throws',
      'broken/is-missing',
      'broken/has-no-paragraphs',
    ]);
    expect(faultyRows[0]).toMatchObject({
      subject: 'broken/throws',
      text: '',
      fault: 'No pump is connected.',
    });
    const openPreview = (kind: string) =>
      brokenServer.get(buildMailPreviewUrl({ kind, theme: 'light', language: 'en' }), asAdministrator);
    expect((await openPreview('broken/works')).statusCode).toBe(200);
  });
});

test.each([
  ['second-factor', /^(?:factor|recovery-code)/],
  ['insights', /^(?:feedback|digest)/],
])('without the feature %s, its mails are neither listed nor shown', async (leftOut, kindsOfFeature) => {
  const site = await startServer({ features: engineFeatures.filter(({ name }) => name !== leftOut) });
  onTestFinished(() => site.close());
  const asAdministrator = { cookie: await site.signIn() };
  const { rows }: EndpointAnswer<'listMails'> = (await site.get('/api/v1/mails', asAdministrator)).json();
  const [missing, sendableKinds] = [true, false].map((isOfFeature) =>
    messageKinds.filter((kind) => kindsOfFeature.test(kind) === isOfFeature),
  );
  expect(missing?.length).toBeGreaterThan(2);
  expect(rows.map(({ kind }) => kind)).toEqual(sendableKinds);
  for (const kind of missing ?? []) {
    const url = buildMailPreviewUrl({ kind, theme: 'light', language: 'en' });
    expect([kind, (await site.get(url, asAdministrator)).statusCode]).toEqual([kind, 404]);
  }
});

test('a feature can send only the kinds of mail that it declares', async () => {
  const write = pump.mails['runs-dry'];
  await expect(sendMail({ to: 'nobody', kind: 'overflows', write })).rejects.toThrow(
    "The feature pump doesn't declare the mail overflows.",
  );
  expect(await sendMail({ to: 'nobody', kind: 'runs-dry', write })).toBe('unavailable');
});
