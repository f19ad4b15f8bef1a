import { createApiClient, NotYet, useLoaded } from 'gatehouse/feature/page';
import type { statusEndpoints } from './status-endpoints.ts';

const callApi = createApiClient<typeof statusEndpoints>();

/** `/status`, for readers. */
export function Page() {
  const { answer, state, reload } = useLoaded('status', () => callApi('GET /api/v1/status', {}));
  if (answer === undefined) return <NotYet state={state} reload={reload} />;
  return <p>{answer.state === 'works' ? 'The service works.' : answer.message}</p>;
}
