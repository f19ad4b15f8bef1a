import {
  createApiClient,
  Notice,
  type NoticeText,
  NotYet,
  SubmitButton,
  useLoaded,
} from 'gatehouse/feature/page';
import { type FormEvent, useState } from 'react';
import type { ServiceStatus, statusEndpoints } from './status-endpoints.ts';

const callApi = createApiClient<typeof statusEndpoints>();

/** `/admin/status`: where administrators change the status. */
export function Page() {
  const { answer, state, reload } = useLoaded('status', () => callApi('GET /api/v1/status', {}));
  if (answer === undefined) return <NotYet state={state} reload={reload} />;
  const { message = '' } = answer;
  return <StatusForm saved={{ state: answer.state, message }} />;
}

function StatusForm({ saved }: { saved: ServiceStatus }) {
  const [status, setStatus] = useState(saved);
  const [notice, setNotice] = useState<NoticeText>();

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const result = await callApi('POST /api/v1/status', { body: status });
    setNotice(result.done ? { kind: 'done', text: 'Saved.' } : { kind: 'error', text: result.message });
  }
  return (
    <form className="admin__form" onSubmit={(event) => void save(event)}>
      <p className="admin__lead">Readers see this on the status page.</p>
      <Notice notice={notice} />
      <label className="choice">
        <input
          type="checkbox"
          checked={status.state === 'disturbed'}
          onChange={({ target }) => setStatus({ ...status, state: target.checked ? 'disturbed' : 'works' })}
        />
        The service is disturbed
      </label>
      <div className="field">
        <label htmlFor="status-message">Message</label>
        <textarea
          id="status-message"
          maxLength={500}
          value={status.message}
          onChange={({ target }) => setStatus({ ...status, message: target.value })}
        />
      </div>
      <div className="admin__buttons">
        <SubmitButton>Save</SubmitButton>
      </div>
    </form>
  );
}
