import { type FormEvent, useState } from 'react';
import { runInBackground } from '../shared/in-background.ts';

/**
 * A form sent by a script, once at a time. `send` gets the values by field name and returns an error and its field, if
 * any: that becomes the `problem`, and the field gets the focus. Otherwise the form is cleared.
 */
export function useSentForm(
  send: (formData: (name: string) => string) => Promise<readonly [why: string, field: string] | undefined>,
) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function submit(form: HTMLFormElement): Promise<void> {
    const typed = new FormData(form);
    setProblem(undefined);
    setBusy(true);
    const refusal = await send((name) => String(typed.get(name) ?? ''));
    setBusy(false);
    if (refusal === undefined) return form.reset();
    const [why, field] = refusal;
    setProblem(why);
    const input = form.querySelector<HTMLElement>(`[name=${field}]`);
    input?.focus();
    // The next code that the reader types replaces the wrong one.
    if (input instanceof HTMLInputElement) input.select();
  }
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isBusy) runInBackground(submit(event.currentTarget));
  }
  return { problem, isBusy, onSubmit };
}
