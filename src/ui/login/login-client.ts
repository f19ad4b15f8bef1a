import './login.css';
import { LOGIN_PATH } from '../../model/urls.ts';
import { forgetReader } from '../forget-reader.ts';
import { keepFragment, readFragment } from './keep-fragment.ts';

keepFragment(readFragment());

// This page means that the reader is signed out, so their searches and reading history are removed, however the session
// ended.
if (document.querySelector('[data-signed-out]')) {
  forgetReader();
  new BroadcastChannel(LOGIN_PATH).postMessage('signed-out');
}

for (const button of document.querySelectorAll<HTMLButtonElement>('.field__show')) {
  const input = button.previousElementSibling;
  if (!(input instanceof HTMLInputElement)) continue;
  const show = (isShown: boolean) => {
    input.type = isShown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(isShown));
  };
  button.addEventListener('click', () => show(input.type === 'password'));
  // Browsers offer to save what was in a field for passwords.
  input.form?.addEventListener('submit', () => show(false));
}

// After an error the server keeps what readers typed, except passwords. They go on where something is missing, and screen
// readers read the error there, because they don't announce an alert that a page has from the start.
const error = document.querySelector('.form-error');
if (error?.textContent) {
  const findVisible = () =>
    [...document.querySelectorAll<HTMLInputElement>('form input[required]')].filter((input) =>
      input.checkVisibility(),
    );
  // The only field may be the one for recovery codes.
  const otherMethods = document.querySelector<HTMLDetailsElement>('main details');
  if (otherMethods && findVisible().length === 0) otherMethods.open = true;
  const inputs = findVisible();
  const input = inputs.find(({ value }) => value === '') ?? inputs[0];
  error.id = 'form-error';
  input?.setAttribute(
    'aria-describedby',
    `form-error ${input.getAttribute('aria-describedby') ?? ''}`.trim(),
  );
  input?.focus();
  // In a low window, the field can be so far below that the error is out of sight.
  error.scrollIntoView({ block: 'nearest' });
}

/**
 * While the response is pending, the session state is unknown, and the button says so. The text comes from the page, so
 * that this script carries none.
 */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-waiting]')) {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button) continue;
  const label = button.textContent;
  form.addEventListener('submit', () => {
    // The button is disabled after the browser has read the form, because a disabled button would stop it.
    setTimeout(() => {
      button.disabled = true;
      button.textContent = form.dataset.waiting ?? label;
    });
  });
  // The reader came back from the next page, so the form can be sent again.
  addEventListener('pageshow', () => {
    button.disabled = false;
    button.textContent = label;
  });
}
