import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ada, day, hour, IdentityFixture, rosa } from '../../../testing/identity-fixture.ts';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { nameDigestRefusal, startDigest } from '../../accounts/digest.ts';
import { defaultLimits } from '../../accounts/limits.ts';
import { createSmtp } from '../../accounts/mail/smtp.ts';
import { startMail } from '../../accounts/mail/start-mail.ts';
import { openFeedback } from './feedback/feedback-store.ts';
import { readWeek } from './read-week.ts';
import { openCounts } from './searches/search-counts.ts';
import { composeDigest } from './week-text.ts';

const fixture = IdentityFixture.forEachTest();
/** A Monday at seven o’clock, UTC. */
const monday = Date.UTC(2030, 0, 14, 7);

const getStorage = () => ({ DATA_DIR: path.dirname(fixture.file) });

async function say(comment: string, at: number): Promise<void> {
  const feedback = await openFeedback(getStorage());
  await feedback.put({ page: '/docs/a', reader: 'somebody', helpful: false, comment, at });
  await feedback.close();
}

async function searchInVain(query: string, at: number): Promise<void> {
  const counts = await openCounts(getStorage());
  const day = new Date(at).toISOString().slice(0, 10);
  await counts.add([{ day, query, hits: 0 }], []);
  await counts.close();
}

/** A process of the site with its own mail queue. `looked` counts how often it has checked for a digest to send. */
function run(server: MailServer, language = 'en') {
  const store = fixture.openStore();
  const log: string[] = [];
  const write = (_: object, message: string) => void log.push(message);
  const logger = { warn: write, error: write };
  const readClock = () => fixture.now;
  const { outbox, queue } = startMail({
    ...{ store, clock: readClock, logger, limits: defaultLimits, baseUrl: 'https://docs.example.com' },
    transport: createSmtp({
      url: `smtp://127.0.0.1:${server.port}`,
      from: 'docs@example.com',
      tls: { ca: server.certificate },
    }),
    getLanguage: () => language,
  });
  const composeDigest = (week: { since: number; until: number }) => readWeek(getStorage(), week, language);
  const stop = startDigest({
    store,
    logger,
    clock: readClock,
    describeWeek: composeDigest,
    wake: outbox.wake,
    everyMs: 10,
  });
  onTestFinished(async () => {
    stop();
    await queue.close();
  });
  return { store, log };
}

const normalizeLines = ({ text }: { text: string }) => text.replaceAll('\r\n', '\n');
const expectDigestSent = (store: ReturnType<typeof fixture.openStore>) =>
  expect.poll(() => store.readSetting('digest-sent'));
/** Before the clock moves on, a sent mail has to be removed. A process would take it for interrupted, and send it again. */
const expectDelivered = (store: ReturnType<typeof fixture.openStore>) =>
  expect.poll(() => store.countMails('digest')).toBe(0);

test('is sent to administrators on Monday, once for all processes, with the feedback and searches of the week', async () => {
  const server = await startMailServer();
  onTestFinished(() => server.close());
  await fixture.add(ada, rosa);
  fixture.now = monday - 5 * day;
  for (const { email } of [ada, rosa]) await fixture.signIn(email);
  const processes = [run(server), run(server)];
  const [{ store } = { store: fixture.openStore() }] = processes;
  // The site has just started, so there is no digest for the week before.
  await expectDigestSent(store).toBe(monday - 7 * day);
  await say('What\n<b>rows</b>?', fixture.now);
  await searchInVain('boss', fixture.now);
  await searchInVain('boss', monday - day);
  // This belongs in the mail of the next week.
  fixture.now = monday - hour;
  await searchInVain('later', fixture.now);
  await expectDigestSent(store).toBe(monday - 7 * day);
  fixture.now = monday + hour;
  await expectDigestSent(store).toBe(monday);
  await expectDelivered(store);
  expect(server.received).toHaveLength(1);
  const [mail = { to: [], text: '' }] = server.received;
  expect(mail.to).toEqual([ada.email]);
  expect(normalizeLines(mail)).toContain('Subject: This week on docs.example.com');
  expect(normalizeLines(mail)).toContain('/docs/a: not helpful, “What <b>rows</b>?”');
  expect(normalizeLines(mail)).toContain('2 × boss');
  expect(normalizeLines(mail)).toContain('https://docs.example.com/admin');
  expect(normalizeLines(mail)).toContain('What &lt;b&gt;rows&lt;/b&gt;?');
  expect(normalizeLines(mail)).not.toContain('later');
  fixture.now = monday + 7 * day;
  await expectDigestSent(store).toBe(monday + 7 * day);
  await expectDelivered(store);
  expect(server.received).toHaveLength(2);
  expect(normalizeLines(server.received[1] ?? mail)).toContain('1 × later');
  // The next week has nothing to report, and in the week after no administrator wants the mail.
  fixture.now = monday + 14 * day;
  await expectDigestSent(store).toBe(monday + 14 * day);
  await searchInVain('boss', fixture.now + day);
  await store.setSetting(nameDigestRefusal(await fixture.findId(ada.email)), true, fixture.now);
  fixture.now = monday + 21 * day;
  await expectDigestSent(store).toBe(monday + 21 * day);
  expect(await store.claimMail(fixture.now, 0)).toBeUndefined();
  expect(server.received).toHaveLength(2);
  expect(processes.flatMap(({ log }) => log)).toEqual([]);
});

test('uses the language of the site’s mails and limits its length', async () => {
  const feedback = [{ page: '/docs/a', reader: 'r', helpful: true, comment: 'a'.repeat(2_000), at: 0 }];
  const failedSearches = Array.from({ length: 13 }, (_, index) => ({
    query: `q${index}`,
    count: 20 - index,
    hits: 0,
    opened: 0,
  }));
  const text = composeDigest({ feedback, failed: failedSearches }, 'es');
  expect(text).toMatch(/^Opiniones sobre las páginas:\n\/docs\/a: útil, «a{300}…»\n\nBúsquedas sin/);
  expect(text).toMatch(/\n11 × q9\ny 3 más$/);
  expect(composeDigest({ feedback: [], failed: [] }, 'en')).toBe('');
  const report = {
    page: '/docs/a',
    reader: 'r1',
    helpful: false,
    at: 1,
    kind: 'unclear',
    release: 'b1',
  } as const;
  const reports = [
    { ...report, passage: 'Press\nSend.', comment: 'Where?' },
    { ...report, passage: '', comment: 'All of it.' },
  ];
  expect(composeDigest({ feedback: reports, failed: [] }, 'en')).toBe(
    'Feedback on pages:\n/docs/a: reported as unclear, “Press Send.”, “Where?”\n/docs/a: reported as unclear, “All of it.”',
  );
});
