import * as texts from 'virtual:site/texts';
import { useEffect, useRef, useState } from 'react';
import type { TokenRow } from '../../model/api/tokens.ts';
import { API_PATH } from '../../model/urls.ts';
import { adoptStyle } from '../adopt-style.ts';
import { callApi } from '../api-client.ts';
import { fillText } from '../fill-text.ts';
import { type NoticeText, noticeOf } from '../notice.tsx';
import { useLoaded } from '../use-loaded.ts';
import { useSentForm } from '../use-sent-form.ts';
import { NewToken, TokenForm } from './token-form.tsx';
import { TokenList } from './token-list.tsx';
import style from './tokens.css?inline';

/** Of these, as many as the site allows, and the longest that it does. */
const usualDays = [7, 30, 90, 365];

/** What readers' own tools read with. There on sites that have tokens. */
export function TokensSection({ onDone }: { onDone: (notice: NoticeText | undefined) => void }) {
  adoptStyle(style);
  const heading = useRef<HTMLHeadingElement>(null);
  const { answer, reload } = useLoaded('tokens', () => callApi('GET /api/v1/account/tokens', {}));
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const form = useSentForm(async (typed) => {
    const name = typed('token-name').trim();
    setMade(undefined);
    onDone(undefined);
    const result = await callApi('POST /api/v1/account/tokens', {
      body: { name, days: Number(typed('token-days')) },
    });
    if (!result.done) {
      const full = result.code === 'too-many-tokens';
      const why = full ? fillText(texts.tooManyTokens, { max: String(answer?.max) }) : texts.notChangedNow;
      return [why, 'token-name'];
    }
    setMade({ name, secret: result.answer.secret });
    reload();
    return undefined;
  });
  const isReady = answer !== undefined;
  // The menu of a page leads here, and the rest of the page does not wait for this section.
  useEffect(() => {
    if (isReady && location.hash === '#tokens') heading.current?.scrollIntoView();
  }, [isReady]);
  if (answer === undefined || answer.longestDays === 0) return null;
  const { tokens, longestDays } = answer;

  async function end({ id, name }: TokenRow): Promise<void> {
    const { done } = await callApi('DELETE /api/v1/account/tokens/:token', { params: { token: id } });
    onDone(noticeOf(done, fillText(texts.tokenEnded, { name })));
    if (!done) return;
    setMade(undefined);
    reload();
    // The button is gone with what it ended.
    heading.current?.focus();
  }

  return (
    <section className="account__section" id="tokens" aria-labelledby="tokens-title">
      <div className="account__about">
        <h2 id="tokens-title" ref={heading} tabIndex={-1}>
          {texts.tokensTitle}
        </h2>
        <p>
          {texts.tokensLead} <a href={API_PATH}>{texts.apiTitle}</a>
        </p>
      </div>
      <div className="tokens">
        <TokenForm
          form={form}
          of="token"
          dayChoices={choices(longestDays)}
          usualDays={Math.min(30, longestDays)}
        />
        {made && <NewToken {...made} />}
        {tokens.length === 0 ? (
          <p className="tokens__none">{texts.noTokens}</p>
        ) : (
          <TokenList tokens={tokens} onEnd={(token) => void end(token)} />
        )}
      </div>
    </section>
  );
}

function choices(longest: number): number[] {
  return [...usualDays.filter((days) => days < longest), longest];
}
