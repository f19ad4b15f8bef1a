import * as texts from 'virtual:site/texts';
import { LOGIN_PATH, loginUrl, SIGN_OUT_URL, serverUrl } from '../../model/urls.ts';
import { inBackground } from '../../shared/in-background.ts';
import { learnAnnouncement } from '../shell/announced.ts';
import { askSession } from './ask-session.ts';

type SessionState = 'signed-in' | 'signed-out' | 'unknown';

/** Opened when the page starts to watch: on the server an open channel would keep the process alive. */
let channel: BroadcastChannel | undefined;

/** Asks the server. `unknown` when it does not answer. */
async function sessionState(): Promise<SessionState> {
  try {
    const { state, announcement } = await askSession();
    if (state === 'signed-in') learnAnnouncement(announcement);
    return state === 'signed-in' || state === 'signed-out' ? state : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** A question that was under way when the session was ended here is refused: that must lead nowhere else. */
let isSigningOut = false;

/** Leaves for the sign-in page, which comes back to where the reader wanted to go. */
export function goToSignIn(next: string = location.pathname + location.search + location.hash): void {
  if (isSigningOut) return;
  hidePage();
  location.replace(loginUrl({ next: serverUrl(next), ended: 'yes' }));
}

/** Goes to the sign-in page if the session has ended; leaves the page alone if the server does not answer. */
export async function leaveIfSignedOut(): Promise<void> {
  if ((await sessionState()) === 'signed-out') goToSignIn();
}

/** Ends the session here and in the other tabs, and forgets what this browser knows of it. */
export async function signOut(form: HTMLFormElement): Promise<void> {
  isSigningOut = true;
  hidePage();
  let next: string = LOGIN_PATH;
  try {
    // While it can still be asked for.
    const forgetReader = await import('../forget-reader.ts').then((forget) => forget.forgetReader);
    const response = await fetch(SIGN_OUT_URL, { method: 'POST' });
    if (!response.ok) throw new Error(`Signing out answered ${response.status}.`);
    // Where the identity provider's own session ends, if it has one.
    next = response.headers.get('location') ?? next;
    forgetReader();
  } catch {
    // The browser's own form can say better than we what is wrong.
    form.submit();
    return;
  }
  channel?.postMessage('signed-out');
  location.replace(next);
}

/**
 * The session may end while this page is not looked at: in another tab, or while the page lies in the
 * back/forward cache. It is put there hidden, and shown again when the server says that the reader is signed in.
 */
export function watchSession(): void {
  channel = new BroadcastChannel(LOGIN_PATH);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'signed-out') goToSignIn();
  });
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) hidePage();
  });
  addEventListener('pageshow', ({ persisted }) => {
    isSigningOut = false;
    if (persisted) inBackground(showIfSignedIn());
  });
}

async function showIfSignedIn(): Promise<void> {
  hidePage();
  switch (await sessionState()) {
    case 'signed-in':
      return showPage();
    case 'signed-out':
      return goToSignIn();
    case 'unknown':
      // The page as the server gives it, if it does.
      return location.reload();
  }
}

const notice = 'session-unknown';

function hidePage(): void {
  document.documentElement.dataset.session = 'unknown';
  if (document.getElementById(notice)) return;
  const element = document.createElement('p');
  element.id = notice;
  element.lang = texts.signInLanguage;
  element.role = 'status';
  element.textContent = texts.loading;
  document.body.append(element);
}

function showPage(): void {
  delete document.documentElement.dataset.session;
  document.getElementById(notice)?.remove();
}
