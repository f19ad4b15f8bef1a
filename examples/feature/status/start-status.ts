import { answerEndpoint, errorAnswer, type FeatureContext, readSettings, type Stop } from 'gatehouse/feature';
import { openNoticeRequests } from './notice-requests.ts';
import { statusEndpoints } from './status-endpoints.ts';
import { readStatus, writeStatus } from './status-file.ts';
import { statusSettings } from './status-settings.ts';
import { readStatusTool } from './status-tool.ts';
import { writeWorksAgainMail } from './works-again-mail.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Answers readers, administrators, assistants and the metrics. */
export async function startStatus({
  app,
  environment,
  identity,
  measure,
  answerTool,
  sendMail,
  addReadinessCheck,
}: FeatureContext): Promise<Stop> {
  const { STATUS_NOTICE_DAYS } = readSettings(environment, statusSettings);
  const requests = await openNoticeRequests(environment);
  identity.onAccountRemoved((accountId) => {
    requests
      .removeByReader(accountId)
      .catch((err: unknown) => app.log.warn({ err }, "A request for a notice couldn't be removed."));
  });

  answerEndpoint(app, statusEndpoints.readStatus, async () => ({
    answer: { ...readStatus(environment), sendsNotices: identity.mail.isThere },
  }));

  answerEndpoint(app, statusEndpoints.changeStatus, async ({ body }, { user }) => {
    if (body.state === 'disturbed' && body.message === '')
      return { error: errorAnswer(409, 'malformed', 'Say what readers should know about the disturbance.') };
    writeStatus(environment, body);
    app.log.info({ by: user.email, state: body.state }, 'The status of the service was changed.');
    if (body.state === 'works') await sendNotices();
    return { answer: undefined };
  });

  answerEndpoint(app, statusEndpoints.requestNotice, async ({ body }, { user }) => {
    if (readStatus(environment).state === 'works')
      return { error: errorAnswer(409, 'malformed', 'The service works.') };
    if (!identity.mail.isThere) return { error: errorAnswer(409, 'malformed', 'This site sends no mail.') };
    const expiresAt = Date.now() + STATUS_NOTICE_DAYS * DAY_MS;
    await requests.add({ reader: user.accountId, language: body.language }, expiresAt);
    return { answer: { expiresAt: new Date(expiresAt).toISOString() } };
  });

  async function sendNotices(): Promise<void> {
    for (const { reader, language } of await requests.takeAll(Date.now()))
      await sendMail({ to: reader, kind: 'works-again', language, write: writeWorksAgainMail });
  }

  answerTool(readStatusTool, async () => {
    const { state, message } = readStatus(environment);
    return { text: state === 'works' ? 'The service works.' : `The service is disturbed: ${message}` };
  });
  measure('docs_service_disturbed', () => (readStatus(environment).state === 'disturbed' ? 1 : 0));
  addReadinessCheck({
    name: 'service-status',
    // The site can do without the status.
    degrades: true,
    check: async () => void readStatus(environment),
  });
  return requests.close;
}
