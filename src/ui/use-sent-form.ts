import { type FormEvent, useState } from 'react';
import { inBackground } from '../shared/in-background.ts';

/**
 * A form that a script sends, once at a time. `send` gets what was typed, by the names of the fields, and tells what is
 * wrong and in which field, if anything is: that is the `problem`, and the cursor goes there. Otherwise the form is
 * empty again.
 */
export function useSentForm(
  send: (typed: (name: string) => string) => Promise<readonly [why: string, field: string] | undefined>,
) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function submit(form: HTMLFormElement): Promise<void> {
    const typed = new FormData(form);
    setProblem(undefined);
    setBusy(true);
    const refused = await send((name) => String(typed.get(name) ?? ''));
    setBusy(false);
    if (refused === undefined) return form.reset();
    const [why, field] = refused;
    setProblem(why);
    form.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
  }
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isBusy) inBackground(submit(event.currentTarget));
  }
  return { problem, isBusy, onSubmit };
}
