import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { callApi } from '../../api-client.ts';
import { useLoaded } from '../../use-loaded.ts';

/** Whether whoever looks at it gets the weekly mail. */
export function DigestSetting() {
  const { answer } = useLoaded('', () => callApi('GET /api/v1/digest', {}));
  const [mine, setMine] = useState<boolean>();
  const [said, setSaid] = useState('');
  const isOff = answer !== undefined && !(answer.mail && answer.isOn);

  async function change(next: boolean): Promise<void> {
    setMine(next);
    setSaid('');
    const { done } = await callApi('POST /api/v1/digest', { body: { mine: next } });
    if (!done) setMine(!next);
    setSaid(done ? texts.digestSaved : texts.notChangedNow);
  }
  return (
    <section className="panel" aria-label={texts.digestTitle}>
      <h2>{texts.digestTitle}</h2>
      <div>
        <p>{texts.digestLead}</p>
        {isOff && <p>{answer.mail ? texts.digestOff : texts.digestWithoutMail}</p>}
        {answer && !isOff && (
          <label className="choice">
            <input
              type="checkbox"
              checked={mine ?? answer.mine}
              onChange={({ target }) => void change(target.checked)}
            />
            {texts.digestMine}
          </label>
        )}
        <p role="status">{said}</p>
      </div>
    </section>
  );
}
