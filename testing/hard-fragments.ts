import type { Page } from 'playwright-core';

const writeAsBrowser = (fragment: string) => new URL(`#${fragment}`, 'http://localhost').hash;

/**
 * Fragments that something on the way through sign-in could change, cut off or refuse: escape sequences, characters that
 * HTML, URLs or templates use, and the words to mark that a browser hides from scripts. Each is as a browser writes it
 * in an address.
 */
export const hardFragments: readonly string[] = [
  'a%20b',
  'ü𝄞',
  'a#b?c=d&e=f+g',
  '50%',
  'a\\b',
  '"><b>',
  '$&{{error}}',
  'long'.repeat(400),
  '50%25:~:text=a%20b',
].map(writeAsBrowser);

/** A fragment that no request or cookie has room for. The reader still arrives at its page. */
const oversizedFragment = writeAsBrowser('ü'.repeat(5_000));

/** The fragments that differ most, for ways through sign-in that take long. */
export const fewFragments: readonly string[] = ['a\\b', '"><b>', 'ü𝄞', '50%:~:text=a%20b'].map(
  writeAsBrowser,
);

interface FragmentTest {
  fragments?: readonly string[];
  signIn(): Promise<void>;
  signOut(): Promise<void>;
}

/**
 * Opens the page with each fragment and with one that is too long, and expects to arrive there after signing in. The
 * browser is signed out before.
 */
export async function expectFragmentsToArrive(
  page: Page,
  address: string,
  { fragments = fewFragments, signIn, signOut }: FragmentTest,
): Promise<void> {
  for (const fragment of [...fragments, oversizedFragment]) {
    // The browser is on another page first, because a link to a section of the same page sends no request.
    await page.goto('about:blank');
    await page.goto(address + fragment);
    await signIn();
    const { href } = new URL(address + (fragment === oversizedFragment ? '' : fragment), page.url());
    // In a fragment, a backslash can also be encoded.
    await page.waitForURL((url) => url.href.replaceAll('%5C', '\\') === href);
    await signOut();
  }
}
