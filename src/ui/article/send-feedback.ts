import * as texts from 'virtual:site/texts';
import { FEEDBACK_URL } from '../../model/urls.ts';
import { forget, recall, remember } from '../browser-storage.ts';
import { announce } from '../shell/announcer.tsx';
import { feedbackStorageKey } from '../shell/storage-keys.ts';

/** Sends the feedback of a form and shows the result in it. */
export async function sendFeedback(form: HTMLFormElement, pressedButton: HTMLElement | null): Promise<void> {
  const formData = new FormData(form);
  const isHelpful =
    pressedButton instanceof HTMLButtonElement && pressedButton.name === 'helpful' && pressedButton.value;
  const answer = {
    page: formData.get('page'),
    helpful: isHelpful || form.dataset.answer,
    comment: formData.get('comment') ?? '',
  };
  const status = await post(answer);
  if (status === 401) {
    // The reader signs in first, perhaps silently, and comes back. The stored feedback is sent then.
    remember('session', feedbackStorageKey, JSON.stringify(answer));
    return location.reload();
  }
  const isSaved = status === 204;
  form.dataset.said = isSaved ? 'thanks' : 'failed';
  announce(isSaved ? texts.feedbackThanks : texts.feedbackFailed);
  if (!isSaved) return;
  form.dataset.answer = String(answer.helpful);
  for (const button of form.querySelectorAll<HTMLButtonElement>('[name="helpful"]')) {
    button.ariaPressed = String(button.value === answer.helpful);
  }
  const more = form.querySelector('details');
  if (more && isHelpful) more.open = true;
}

/** Sends feedback that was stored before the reader left to sign in. */
export async function sendKeptFeedback(): Promise<void> {
  const storedAnswers = recall('session', feedbackStorageKey);
  forget('session', feedbackStorageKey);
  const form = document.querySelector<HTMLFormElement>('form.feedback');
  if (storedAnswers === null || form === null) return;
  // The stored value was written by this module, so its content has this type.
  const { page, helpful, comment } = JSON.parse(storedAnswers) as Record<string, string | undefined>;
  if (new FormData(form).get('page') !== page) return;
  const more = form.querySelector('details');
  const text = form.querySelector('textarea');
  if (more && comment) more.open = true;
  if (text) text.value = comment ?? '';
  await sendFeedback(form, form.querySelector<HTMLElement>(`[name="helpful"][value="${helpful}"]`));
}

/** Returns 0 if the server can't be reached. */
async function post(answer: unknown): Promise<number> {
  try {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(FEEDBACK_URL, { method: 'POST', headers, body: JSON.stringify(answer) })).status;
  } catch {
    return 0;
  }
}
