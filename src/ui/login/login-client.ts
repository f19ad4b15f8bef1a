import './login.css';
import { LOGIN_PATH } from '../../model/urls.ts';
import { forgetReader } from '../forget-reader.ts';
import { keepFragment } from './keep-fragment.ts';

keepFragment(location.hash);

// Nobody is signed in who sees this page: however the session ended, what its reader searched and read goes with it.
if (document.querySelector('[data-signed-out]')) {
  forgetReader();
  new BroadcastChannel(LOGIN_PATH).postMessage('signed-out');
}

/**
 * While the answer to the form is awaited, the state of the session is unknown, and the button says so. The
 * text comes from the page, so that this script carries none.
 */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-waiting]')) {
  const button = form.querySelector('button');
  if (!button) continue;
  const label = button.textContent;
  form.addEventListener('submit', () => {
    // After the browser has read the form: a disabled button must not stop it.
    setTimeout(() => {
      button.disabled = true;
      button.textContent = form.dataset.waiting ?? label;
    });
  });
  // Back from the next page: the form can be sent again.
  addEventListener('pageshow', () => {
    button.disabled = false;
    button.textContent = label;
  });
}
