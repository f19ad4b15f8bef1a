// @module-tag chromium
import { expect, test } from 'vitest';
import { openDialogStage } from './support/dialog-stage.ts';

const stage = openDialogStage();

test('says that nothing was found, and what to search for instead', async () => {
  const { page } = stage.site;
  await stage.open('texbax');
  await page.getByText('No results for').waitFor();
  await page.getByText('Try searching for').waitFor();
  expect(await stage.violations()).toEqual([]);
  await page.getByRole('button', { name: 'textbox', exact: true }).click();
  await stage.options().first().waitFor();
});

test("the page of results opens if the dialog doesn't load", async () => {
  const { page } = stage.site;
  await page.route(/open-search/, (route) => route.abort());
  // Only a page that is opened after this is certain to request the route.
  await page.reload();
  await page.keyboard.press('/');
  await page.waitForURL('**/search');
});

const cutConnection = async () => {
  const { page } = stage.site;
  await page.getByText('Unable to fetch results').waitFor();
  await page.getByText('You might want to check your network connection.').waitFor();
  await page.locator('dialog[data-status=error]').waitFor();
};

test("says that results can't be fetched when the server fails, and fetches them when it works again", async () => {
  stage.site.mode = 'fail';
  await stage.open('dropdown');
  await cutConnection();
  expect(await stage.violations()).toEqual([]);
  stage.site.mode = 'answer';
  await stage.site.page.getByRole('button', { name: 'Retry' }).click();
  await stage.options().first().waitFor();
});

test("says that results can't be fetched when the server is stopped", async () => {
  await stage.open('drop');
  await stage.options().first().waitFor();
  await stage.site.server.close();
  await stage.input().fill('dropdown');
  await cutConnection();
});

test("says that results can't be fetched without a network", async () => {
  await stage.open('drop');
  await stage.options().first().waitFor();
  await stage.site.page.context().setOffline(true);
  await stage.input().fill('dropdown');
  await cutConnection();
  await stage.site.page.context().setOffline(false);
});

test("says that it is slow, and then that results can't be fetched, when no answer comes", async () => {
  const { page } = stage.site;
  stage.site.mode = 'hang';
  await stage.open();
  // A delay of less than a second doesn't count as slow.
  const statusMessages = await page.locator('dialog').evaluateHandle((dialog) => {
    const states: (string | undefined)[] = [];
    new MutationObserver(() => states.push(dialog.dataset.status)).observe(dialog, {
      attributeFilter: ['data-status'],
    });
    return states;
  });
  await stage.input().fill('dropdown');
  await cutConnection();
  expect(await statusMessages.jsonValue()).toEqual(['loading', 'stalled', 'error']);
});

test('asks again when an answer is late, unless the reader has typed on', async () => {
  stage.site.mode = 'hang';
  await stage.open('drop');
  await expect.poll(() => stage.site.asked.map(({ query }) => query)).toEqual(['drop']);
  await stage.input().fill('dropdown');
  await expect.poll(() => stage.site.asked.map(({ query }) => query)).toEqual(['drop', 'dropdown']);
  stage.site.mode = 'answer';
  await stage.options().first().waitFor();
  expect(stage.site.asked.map(({ query }) => query)).toEqual(['drop', 'dropdown', 'dropdown']);
});

test('goes to sign in, and back, when the session has ended', async () => {
  stage.site.mode = 'signed-out';
  await stage.open('dropdown');
  await stage.site.page.waitForURL('**/login?ended=yes&next=/start');
});
