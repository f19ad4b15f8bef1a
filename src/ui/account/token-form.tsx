import * as texts from 'virtual:site/texts';
import { useEffect, useRef } from 'react';
import { SubmitButton } from '../button.tsx';
import { CopiedText } from '../copied-text.tsx';
import { fillText } from '../fill-text.ts';
import { Field } from '../login/field.tsx';
import type { useSentForm } from '../use-sent-form.ts';

interface Props {
  form: Pick<ReturnType<typeof useSentForm>, 'problem' | 'isBusy' | 'onSubmit'>;
  /** Before the names of its fields, `<of>-name` and `<of>-days`: a page may have two of them. */
  of: string;
  dayChoices: readonly number[];
  usualDays: number;
}

/** Makes a token: its name, and for how long. */
export function TokenForm({ form: { problem, isBusy, onSubmit }, of, dayChoices, usualDays }: Props) {
  const days = `${of}-days`;
  return (
    <form className="tokens__form" onSubmit={onSubmit}>
      <div role="alert">{problem && <p className="form-error">{problem}</p>}</div>
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

/** A token that nobody can ask for again. */
export function NewToken({ name, secret }: { name: string; secret: string }) {
  const box = useRef<HTMLElement>(null);
  // Whoever does not see it come is led to it.
  useEffect(() => box.current?.focus(), []);
  return (
    <section className="tokens__new" ref={box} tabIndex={-1} aria-labelledby="new-token">
      <p id="new-token">{fillText(texts.tokenMade, { name })}</p>
      <CopiedText text={secret} label={texts.copyToken} look="one-time-link" />
    </section>
  );
}
