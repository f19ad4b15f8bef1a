import * as texts from 'virtual:site/texts';
import { FEEDBACK_URL } from '../../model/urls.ts';
import { goToSignIn } from '../navigation/session.ts';
import { announce } from '../shell/announcer.tsx';

/** Sends the answer of this form, and shows in it what came of it. */
export async function sendFeedback(form: HTMLFormElement, pressed: HTMLElement | null): Promise<void> {
  const written = new FormData(form);
  const helpful = pressed instanceof HTMLButtonElement && pressed.name === 'helpful' && pressed.value;
  const answer = {
    page: written.get('page'),
    helpful: helpful || form.dataset.answer,
    comment: written.get('comment') ?? '',
  };
  const status = await post(answer);
  if (status === 401) return goToSignIn();
  const saved = status === 204;
  form.dataset.said = saved ? 'thanks' : 'failed';
  announce(saved ? texts.feedbackThanks : texts.feedbackFailed);
  if (!saved) return;
  form.dataset.answer = String(answer.helpful);
  for (const button of form.querySelectorAll<HTMLButtonElement>('[name="helpful"]')) {
    button.ariaPressed = String(button.value === answer.helpful);
  }
  const more = form.querySelector('details');
  if (more && helpful) more.open = true;
}

/** 0 when the server cannot be reached. */
async function post(answer: unknown): Promise<number> {
  try {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(FEEDBACK_URL, { method: 'POST', headers, body: JSON.stringify(answer) })).status;
  } catch {
    return 0;
  }
}
