import * as texts from 'virtual:site/texts';
import { buildLoginUrl, LOGIN_PATH, toServerUrl } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { learnAnnouncement } from '../shell/announcement/announced.ts';
import { askSession } from './ask-session.ts';

type SessionState = 'signed-in' | 'signed-out' | 'unknown';

/** The channel is opened when the page starts to watch. On the server an open channel would keep the process alive. */
let channel: BroadcastChannel | undefined;

/** Asks the server for the session state. `unknown` if it doesn't answer. */
async function fetchSessionState(): Promise<SessionState> {
  try {
    const { state, announcement } = await askSession();
    if (state === 'signed-in') learnAnnouncement(announcement);
    return state === 'signed-in' || state === 'signed-out' ? state : 'unknown';
  } catch {
    return 'unknown';
  }
}

/**
 * The page is on its way to the sign-in page or to where signing out leads. Another tab or a pending check may report
 * the session's end meanwhile. A second navigation would cancel the first.
 */
let isLeaving = false;

/** Leaves for the sign-in page, which returns to where the reader wanted to go. */
export function goToSignIn(next: string = location.pathname + location.search + location.hash): void {
  if (isLeaving) return;
  isLeaving = true;
  hidePage();
  location.replace(buildLoginUrl({ next: toServerUrl(next), ended: 'yes' }));
}

/** Goes to the sign-in page if the session has ended. Does nothing if the server doesn't answer. */
export async function leaveIfSignedOut(): Promise<void> {
  if ((await fetchSessionState()) === 'signed-out') goToSignIn();
}

/** Signs out in this and all other tabs, and removes what this browser has stored. */
export async function signOut(form: HTMLFormElement): Promise<void> {
  isLeaving = true;
  hidePage();
  let next: string;
  try {
    next = await import('../forget-reader.ts').then((forget) => forget.endSession());
  } catch {
    // Let the browser send the form, which shows errors better.
    form.submit();
    return;
  }
  channel?.postMessage('signed-out');
  location.replace(next);
}

/**
 * Watches for the end of the session while the page is hidden: in another tab or in the back/forward cache. The page is
 * hidden there and shown again once the server says that the reader is signed in.
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
    isLeaving = false;
    if (persisted) runInBackground(showIfSignedIn());
  });
}

async function showIfSignedIn(): Promise<void> {
  hidePage();
  switch (await fetchSessionState()) {
    case 'signed-in':
      return showPage();
    case 'signed-out':
      return goToSignIn();
    case 'unknown':
      // Reload the page as the server now gives it.
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
