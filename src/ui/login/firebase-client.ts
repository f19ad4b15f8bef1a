import { FirebaseError, initializeApp } from '@firebase/app';
import {
  type Auth,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type UserCredential,
} from '@firebase/auth';
import { keepLanguage, SIGN_IN_URL, toBrowserUrl } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { type FirebaseMessages, findMessage } from './firebase-errors.ts';

/** Thrown if the server refused a token, with the server's message. */
class Refused extends Error {}

const page = findElement('#firebase', HTMLElement);
const form = findElement('#firebase form', HTMLFormElement);
const alert = findElement('#firebase [role=alert]', HTMLElement);
const waitingMessage = findElement('#firebase [role=status]', HTMLElement);
const google = findElement('#google', HTMLButtonElement);
const settings = page.dataset;
const messages: FirebaseMessages = JSON.parse(settings.messages ?? '{}');
const providers = settings.providers?.split(' ') ?? [];

const auth = start();
await auth.authStateReady();
show('ready');

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const formData = new FormData(form);
  const [email, password] = [String(formData.get('email')), String(formData.get('password'))];
  runInBackground(signIn(() => signInWithEmailAndPassword(auth, email, password)));
});
google.addEventListener('click', () => {
  runInBackground(
    signIn(() => signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver)),
  );
});
// The reader came back from the next page. The server knows who is signed in.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

function start(): Auth {
  const { apiKey = '', authDomain = '', projectId = '', emulator } = settings;
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    // The browser stores nothing, because the server holds the session.
    persistence: inMemoryPersistence,
    ...(providers.includes('google') ? { popupRedirectResolver: browserPopupRedirectResolver } : {}),
  });
  if (emulator) connectAuthEmulator(auth, `http://${emulator}`, { disableWarnings: true });
  return auth;
}

async function signIn(prove: () => Promise<UserCredential>): Promise<void> {
  alert.textContent = '';
  show('waiting');
  try {
    const { user } = await prove();
    await handOver(await user.getIdToken(), user.refreshToken);
    location.replace(toBrowserUrl(settings.next || '/'));
  } catch (error) {
    alert.textContent = readReason(error) ?? '';
    show('ready');
  } finally {
    // Sign out of the client in any case: the server's session is the only one.
    await signOut(auth);
  }
}

async function handOver(idToken: string, refreshToken: string): Promise<void> {
  const response = await fetch(keepLanguage(SIGN_IN_URL), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken, refreshToken }),
  });
  if (response.ok) return;
  const { error }: { error?: { message?: string } } = await response.json();
  throw new Refused(error?.message);
}

function readReason(error: unknown): string | undefined {
  if (error instanceof Refused && error.message !== '') return error.message;
  return findMessage(error instanceof FirebaseError ? error.code : undefined, messages);
}

function show(state: 'waiting' | 'ready'): void {
  const ready = state === 'ready';
  waitingMessage.hidden = ready;
  form.hidden = !ready || !providers.includes('password');
  google.hidden = !ready || !providers.includes('google');
}

function findElement<Type extends Element>(selector: string, type: new () => Type): Type {
  const element = document.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`There is no ${selector} in the page.`);
  return element;
}
