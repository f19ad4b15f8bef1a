import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { FEEDBACK_URL, SEARCH_PATH } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { fillText } from '../fill-text.ts';

/** Sends the authors feedback on the search page: what a reader looked for and didn't find. */
export function TellAuthors({ query }: { query: string }) {
  const [outcome, setOutcome] = useState<'sent' | 'failed'>();
  const tell = async () => {
    const comment = fillText(texts.missingSearch, { query });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ page: SEARCH_PATH, kind: 'missing', passage: query, comment });
    const response = await fetch(FEEDBACK_URL, { method: 'POST', headers, body }).catch(() => undefined);
    setOutcome(response?.ok ? 'sent' : 'failed');
  };
  return (
    <>
      {outcome !== 'sent' && (
        <button type="button" className="button" onClick={() => runInBackground(tell())}>
          {texts.tellAuthors}
        </button>
      )}
      <p role="status">
        {outcome === 'sent' ? texts.toldAuthors : outcome === 'failed' ? texts.notTold : ''}
      </p>
    </>
  );
}
