import { answerEndpoint, errorAnswer, type FeatureContext } from 'gatehouse/feature';
import { statusEndpoints } from './status-endpoints.ts';
import { readStatus, writeStatus } from './status-file.ts';
import { readStatusTool } from './status-tool.ts';

/** Answers readers, administrators, assistants and the metrics. */
export async function startStatus({
  app,
  environment,
  measure,
  answerTool,
  addReadinessCheck,
}: FeatureContext): Promise<undefined> {
  answerEndpoint(app, statusEndpoints.readStatus, async () => ({ answer: readStatus(environment) }));

  answerEndpoint(app, statusEndpoints.changeStatus, async ({ body }, { user }) => {
    if (body.state === 'disturbed' && body.message === '')
      return { error: errorAnswer(409, 'malformed', 'Say what readers should know about the disturbance.') };
    writeStatus(environment, body);
    app.log.info({ by: user.email, state: body.state }, 'The status of the service was changed.');
    return { answer: undefined };
  });

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
  return undefined;
}
