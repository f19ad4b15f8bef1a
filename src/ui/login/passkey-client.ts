import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { PASSKEY_OPTIONS_URL } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';

/**
 * Forms that send a passkey. The authenticator's response goes into the form, which is sent like any other, so the
 * server answers with a page. Texts come from the page.
 */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  if (!form.dataset.shown || !browserSupportsWebAuthn()) continue;
  form.hidden = false;
  const field = form.elements.namedItem('passkey');
  if (!(field instanceof HTMLInputElement)) continue;
  let isBusy = false;
  form.addEventListener('submit', (event) => {
    if (field.value !== '') return;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    say('');
    runInBackground(
      answer(form).then((result) => {
        isBusy = false;
        if ('problem' in result) {
          say(result.problem);
          return;
        }
        field.value = result.answer;
        form.requestSubmit();
      }),
    );
  });
  // The reader came back from the next page. The response that was sent can't be used again.
  addEventListener('pageshow', () => {
    field.value = '';
  });
}

async function answer({ dataset }: HTMLFormElement): Promise<{ answer: string } | { problem: string }> {
  const messages: { failed: string; cancelled: string } = JSON.parse(dataset.messages ?? '{}');
  try {
    const response = await fetch(PASSKEY_OPTIONS_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ purpose: dataset.passkey }),
    });
    const options = await response.json();
    if (!response.ok) return { problem: options.error?.message ?? messages.failed };
    const credential = options.create
      ? await startRegistration({ optionsJSON: options.create })
      : await startAuthentication({ optionsJSON: options.get });
    return { answer: JSON.stringify(credential) };
  } catch (error) {
    // The browser doesn't say whether the user or the authenticator refused.
    const isCancelled = error instanceof Error && error.name === 'NotAllowedError';
    return { problem: isCancelled ? messages.cancelled : messages.failed };
  }
}

function say(problem: string): void {
  const fault = document.querySelector('.form-error');
  if (fault) fault.textContent = problem;
}
