import { parts } from 'virtual:feature-parts/account-tokens';
import * as texts from 'virtual:site/texts';
import { useEffect, useRef, useState } from 'react';
import { API_PATH } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { adoptStyle } from '../adopt-style.ts';
import { callApi } from '../api-client.ts';
import { fillText } from '../fill-text.ts';
import { createNotice, type NoticeText } from '../notice.tsx';
import { useLoaded } from '../use-loaded.ts';
import { TokenList } from './token-list.tsx';
import style from './tokens.css?inline';

/**
 * The user's personal tokens and connected apps. Shown only on sites that allow them; on a site without personal tokens,
 * it lists connected apps only.
 */
export function TokensSection({ onDone }: { onDone: (notice: NoticeText | undefined) => void }) {
  adoptStyle(style);
  const { answer, reload } = useLoaded('tokens', () => callApi('GET /api/v1/account/tokens', {}));
  const heading = useRef<HTMLHeadingElement>(null);
  const [revocations, setRevocations] = useState(0);
  const isReady = answer !== undefined;
  // The assistant menu links here, and this section loads later than the rest of the page.
  useEffect(() => {
    if (isReady && location.hash === '#tokens') heading.current?.scrollIntoView();
  }, [isReady]);
  if (answer === undefined) return null;
  const { tokens, longestDays, letsAgentsIn } = answer;
  const canCreate = longestDays > 0;
  if (!canCreate && !letsAgentsIn) return null;

  async function revoke({ id, name }: { id: string; name: string }): Promise<void> {
    const { done } = await callApi('DELETE /api/v1/account/tokens/:token', { params: { token: id } });
    onDone(createNotice(done, fillText(texts.tokenEnded, { name })));
    if (!done) return;
    setRevocations((count) => count + 1);
    reload();
    // The button disappears with the token, so the focus moves to the heading.
    heading.current?.focus();
  }

  return (
    <section className="account__section" id="tokens" aria-labelledby="tokens-title">
      <div className="account__about">
        <h2 id="tokens-title" ref={heading} tabIndex={-1}>
          {canCreate ? texts.tokensTitle : texts.connectedApps}
        </h2>
        <p>
          {canCreate ? texts.tokensLead : texts.connectedAppsLead} <a href={API_PATH}>{texts.apiTitle}</a>
        </p>
      </div>
      <div className="tokens">
        {canCreate &&
          parts.map((Part, index) => (
            // Each revocation resets the form, so that it doesn't go on showing a token that was just revoked.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <Part key={`${index} ${revocations}`} tokens={answer} onNotice={onDone} onChanged={reload} />
          ))}
        {tokens.length === 0 ? (
          <p className="tokens__none">
            {!canCreate ? texts.noConnectedApps : letsAgentsIn ? texts.noTokens : texts.noPersonalTokens}
          </p>
        ) : (
          <TokenList tokens={tokens} onEnd={(token) => runInBackground(revoke(token))} />
        )}
      </div>
    </section>
  );
}
