import { expect, test } from 'vitest';
import { check, createArticle, createManualWithText } from '../../testing/manual.ts';
import type { ArticleSource } from '../article-source.ts';
import { stilted } from './stilted.ts';

/** Checks the article without the data of the manual. */
async function findStilted(one: string | ArticleSource) {
  const findings = await check(stilted, [typeof one === 'string' ? createArticle(one) : one]);
  return findings.filter(({ file }) => file.endsWith('.md'));
}

test.each([
  'All of them stand in [Process properties](./Process.md).',
  'What each of them does stands in [Tasks](./Tasks.md).',
  'Who gets it when the department has no manager, stands in [How Reports to finds the manager](#manager).',
  'Values stand in quotes.',
  'The label stands only in the variable.',
  'Which key belongs to which role, the table of all keys shows.',
  'Whether your installation has them, your administrator knows.',
  'How many years later, **Default user expiry date (years)** in the system settings says.',
  'When a notification of the task or a trigger fits better, [Which one to use](#which) says.',
  'Which engines your version offers, the list in the form shows.',
  'Amounts of money belong into DECIMAL.',
  'A client secret belongs into no form.',
  'Amina Diallo shall supervise purchases too.',
  'Delete it, if nothing speaks against it.',
  'Write the UID in the place of the name.',
  'The list is loaded anew.',
  'The case waits for ever.',
  'It is a step that is no form.',
  'Write it in the manner of PHP.',
  'It appears in the one of the next user.',
  'A data range has no reader of its own.',
  'Each time, an error answers.',
  'Many servers accept only the own address of the account.',
  'The trigger stores it, whereby the form finds it.',
  'If the jobs do not run, nothing of this happens.',
  'They are enterprise features, and no part of an authentication source.',
  'As installed, it runs every hour.',
  'Wait for the background job: as installed, up to 5 minutes.',
  'A blank at the end is refused.',
  'Separate the numbers with blanks.',
  'The preview shows the form as on a desktop, a tablet or a mobile.',
  'Each cause has the way to recognize it and to mend it.',
  'The OAuth endpoints stand outside of the API path.',
  'The timer is behind the task.',
  'Draw the parallel gateway in front of the task.',
  'Object created; body carries the new object.',
  'Each request carries an access token.',
  'The email address is not valid / the due date is past.',
  'The logo of a document is another matter: it is a picture in the template.',
  'How a date looks in a form is a different matter.',
  'The link is there if the administrator has switched it on.',
  'The buttons are there only if you have the task.',
  'At a gateway, the way of the case divides.',
  'Words that are mixed up.',
  'Somebody else has to learn of it.',
  'Signs and numbers come first.',
  'The data has another order than the columns.',
  "She gets an email without anybody's help.",
  'The value is a text.',
  'Pass an empty text for no copy.',
  'A text becomes 0.',
  'You sent the UID of the user, or the other way round.',
  'How the requester wants to hear of the decision.',
  'Keep the value for certain.',
])('"%s" is reported once', async (sentence) => {
  expect(await findStilted(sentence)).toHaveLength(1);
});

test.each([
  'There is no default flow, and there are no rows.',
  'As installed, only `PROCESSMAKER_ADMIN` holds it.',
  'Create a blank Dynaform, and open it in a mobile app.',
  'The case is no longer in the Inbox.',
  'The user behind the token needs the key.',
  'Choose whose access token the request uses: `GET /users`, `POST /user`.',
  'All of them are in [Process properties](./Process.md).',
  'The prefix stands for a type.',
  'When you route the case, the next user gets an email.',
  'Where you cannot restrict a value in this way, escape it, as Querying data explains.',
  'How to unpause one by hand, when it comes back by itself, and what the list shows.',
  'A control that has no variable of its own.',
  'What you see depends on your role: the table lists it.',
  'Which key it needs is in the table.',
  'The table shows which key belongs to which role.',
  'You see **Forgot password** only if an administrator has turned it on.',
  'Is there a way to undo it?',
  'Learn how a case moves.',
  'The value is text, or an empty string.',
  'A text field has no label beside it, and a text document has no pages.',
  'Send the UID of the user, or the other way around.',
])('"%s" is right', async (sentence) => {
  expect(await findStilted(sentence)).toEqual([]);
});

test('descriptions and headings are looked at', async () => {
  const one = createArticle('## Where it stands in the form {#where}\n\nText.\n');
  const findings = await findStilted({
    ...one,
    frontMatter: { description: 'How the list is loaded anew.' },
  });
  expect(findings.map(({ line }) => line)).toEqual([1, 7]);
});

test('sentences of the data files are looked at', async () => {
  const data = { purpose: 'It shall wait.' };
  const findings = await check(stilted, [], createManualWithText(JSON.stringify(data, null, 2)));
  expect(findings).toContainEqual(expect.objectContaining({ file: 'docs/_data/controls.json', line: 2 }));
});
