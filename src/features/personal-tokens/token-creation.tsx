import * as texts from 'virtual:site/texts';
import { NewToken, TokenForm, useTokenForm } from '../../ui/account/token-form.tsx';
import { callApi } from '../../ui/api-client.ts';
import { fillText } from '../../ui/fill-text.ts';
import type { AccountTokensProps } from '../../ui/page-parts.ts';

/** Lifetimes to offer. Those longer than the site allows are replaced by its longest. */
const usualDays = [7, 30, 90, 365];

/** The form to create a personal token, and the token just created. */
export function Part({ tokens: { longestDays, max }, onNotice, onChanged }: AccountTokensProps) {
  const { form, newToken } = useTokenForm({
    of: 'token',
    tell: onNotice,
    reload: onChanged,
    make: (body) => callApi('POST /api/v1/account/tokens', { body }),
    explainRefusal: ({ code }) =>
      code === 'too-many-tokens' ? fillText(texts.tooManyTokens, { max }) : texts.notChangedNow,
  });
  return (
    <>
      <TokenForm form={form} dayChoices={listDayChoices(longestDays)} usualDays={Math.min(30, longestDays)} />
      {newToken && <NewToken {...newToken} />}
    </>
  );
}

function listDayChoices(maximumDays: number): number[] {
  return [...usualDays.filter((days) => days < maximumDays), maximumDays];
}
