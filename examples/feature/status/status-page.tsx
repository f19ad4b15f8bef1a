import { Button, createApiClient, Notice, type NoticeText, NotYet, useLoaded } from 'gatehouse/feature/page';
import { useState } from 'react';
import type { statusEndpoints } from './status-endpoints.ts';

const callApi = createApiClient<typeof statusEndpoints>();

/** `/status`, for readers. */
export function Page() {
  const { answer, state, reload } = useLoaded('status', () => callApi('GET /api/v1/status', {}));
  if (answer === undefined) return <NotYet state={state} reload={reload} />;
  if (answer.state === 'works') return <p>The service works.</p>;
  return (
    <>
      <p>{answer.message}</p>
      {answer.sendsNotices && <NoticeRequest />}
    </>
  );
}

function NoticeRequest() {
  const [notice, setNotice] = useState<NoticeText>();

  async function request(): Promise<void> {
    const { lang: language } = document.documentElement;
    const result = await callApi('POST /api/v1/status/notices', { body: { language } });
    setNotice(
      result.done
        ? { kind: 'done', text: 'You get an email when the service works again.' }
        : { kind: 'error', text: result.message },
    );
  }
  return (
    <>
      <Notice notice={notice} />
      <Button onClick={() => void request()}>Email me when it works again</Button>
    </>
  );
}
