import * as texts from 'virtual:site/texts';
import { useEffect } from 'react';
import { API_PATH } from '../../model/urls.ts';
import { inBackground } from '../../shared/in-background.ts';
import { adoptStyle } from '../adopt-style.ts';
import { callApi } from '../api-client.ts';
import { fillText } from '../fill-text.ts';
import type { NoticeText } from '../notice.tsx';
import { useLoaded } from '../use-loaded.ts';
import { NewToken, TokenForm, useTokens } from './token-form.tsx';
import { TokenList } from './token-list.tsx';
import style from './tokens.css?inline';

/** Lifetimes to offer. Those longer than the site allows are replaced by its longest. */
const usualDays = [7, 30, 90, 365];

/** Personal tokens. Shown only on sites that allow them. */
export function TokensSection({ onDone }: { onDone: (notice: NoticeText | undefined) => void }) {
  adoptStyle(style);
  const { answer, reload } = useLoaded('tokens', () => callApi('GET /api/v1/account/tokens', {}));
  const { heading, form, newToken, onEnd } = useTokens({
    of: 'token',
    tell: onDone,
    reload,
    make: (body) => callApi('POST /api/v1/account/tokens', { body }),
    whyNot: ({ code }) =>
      code === 'too-many-tokens'
        ? fillText(texts.tooManyTokens, { max: String(answer?.max) })
        : texts.notChangedNow,
    end: (token) => callApi('DELETE /api/v1/account/tokens/:token', { params: { token } }),
  });
  const isReady = answer !== undefined;
  // The assistant menu links here, and this section loads later than the rest of the page.
  useEffect(() => {
    if (isReady && location.hash === '#tokens') heading.current?.scrollIntoView();
  }, [isReady, heading]);
  if (answer === undefined || answer.longestDays === 0) return null;
  const { tokens, longestDays } = answer;

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
        <TokenForm form={form} dayChoices={choices(longestDays)} usualDays={Math.min(30, longestDays)} />
        {newToken && <NewToken {...newToken} />}
        {tokens.length === 0 ? (
          <p className="tokens__none">{texts.noTokens}</p>
        ) : (
          <TokenList tokens={tokens} onEnd={(token) => inBackground(onEnd(token))} />
        )}
      </div>
    </section>
  );
}

function choices(longest: number): number[] {
  return [...usualDays.filter((days) => days < longest), longest];
}
