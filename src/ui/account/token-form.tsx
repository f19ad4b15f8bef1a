import * as texts from 'virtual:site/texts';
import { useEffect, useRef, useState } from 'react';
import type { ApiResult, Refused } from '../api-client.ts';
import { SubmitButton } from '../button.tsx';
import { CopiedText } from '../copied-text.tsx';
import { fillText } from '../fill-text.ts';
import { Field } from '../login/field.tsx';
import { createNotice, FormProblem, type NoticeText } from '../notice.tsx';
import { useSentForm } from '../use-sent-form.ts';

interface TokenCreation {
  /** Prefix of the field names `<of>-name` and `<of>-days`, because a page can have two such forms. */
  of: string;
  tell: (notice: NoticeText | undefined) => void;
  reload: () => void;
  make: (body: { name: string; days: number }) => Promise<ApiResult<{ secret: string }>>;
  explainRefusal: (refused: Refused) => string;
}

/** State of the form to create a token, and the token just created. */
export function useTokenForm({ of, tell, reload, make, explainRefusal }: TokenCreation) {
  const [newToken, setNewToken] = useState<{ name: string; secret: string }>();
  const form = useSentForm(async (readField) => {
    const name = readField(`${of}-name`).trim();
    setNewToken(undefined);
    tell(undefined);
    const result = await make({ name, days: Number(readField(`${of}-days`)) });
    if (!result.done) return [explainRefusal(result), `${of}-name`];
    setNewToken({ name, secret: result.answer.secret });
    reload();
    return undefined;
  });
  return { form: { ...form, of }, newToken, forgetNewToken: () => setNewToken(undefined) };
}

interface Tokens extends TokenCreation {
  end: (token: string) => Promise<ApiResult<unknown>>;
}

/** State of a list of tokens: the form to create one, the token just created, and revoking. */
export function useTokens({ end, ...creation }: Tokens) {
  const { tell, reload } = creation;
  const heading = useRef<HTMLHeadingElement>(null);
  const { form, newToken, forgetNewToken } = useTokenForm(creation);
  const onEnd = async ({ id, name }: { id: string; name: string }) => {
    const { done } = await end(id);
    tell(createNotice(done, fillText(texts.tokenEnded, { name })));
    if (!done) return;
    forgetNewToken();
    reload();
    // The button disappears with the token, so the focus moves to the heading.
    heading.current?.focus();
  };
  return { heading, form, newToken, onEnd };
}

interface Props {
  form: ReturnType<typeof useTokenForm>['form'];
  dayChoices: readonly number[];
  usualDays: number;
}

/** Form to create a token with a name and a lifetime. */
export function TokenForm({ form: { problem, isBusy, onSubmit, of }, dayChoices, usualDays }: Props) {
  const days = `${of}-days`;
  return (
    <form className="tokens__form" onSubmit={onSubmit}>
      <FormProblem problem={problem} />
      <Field label={texts.tokenName} name={`${of}-name`} maxLength={80} />
      <div className="field">
        <label htmlFor={days}>{texts.tokenDays}</label>
        <select id={days} name={days} defaultValue={usualDays}>
          {dayChoices.map((count) => (
            <option key={count} value={count}>
              {count === 1 ? texts.oneDay : fillText(texts.manyDays, { count })}
            </option>
          ))}
        </select>
      </div>
      <SubmitButton aria-disabled={isBusy}>{texts.makeToken}</SubmitButton>
    </form>
  );
}

/** Shows a new token, which can't be shown again. */
export function NewToken({ name, secret }: { name: string; secret: string }) {
  const box = useRef<HTMLElement>(null);
  // Move the focus to it for people who can't see it appear.
  useEffect(() => box.current?.focus(), []);
  return (
    <section className="tokens__new" ref={box} tabIndex={-1} aria-labelledby="new-token">
      <p id="new-token">{fillText(texts.tokenMade, { name })}</p>
      <CopiedText text={secret} label={texts.copyToken} look="one-time-link" />
    </section>
  );
}
