import { expect, test } from 'vitest';
import type { FromWorker } from './messages.ts';
import { runForm } from './run-form.ts';

test('shows the mode that a reader chooses immediately, whatever the code does', async () => {
  const user = { uid: '', username: '', firstName: '', lastName: '', email: '' };
  const facts = { host: '', workspace: '', caseUid: '', taskUid: '', processUid: '', user };
  const messages: FromWorker[] = [];
  const { send } = runForm(
    {
      kind: 'start',
      definition: { uid: 'form', title: 'Form', rows: [], variables: {}, tables: [], facts },
      state: { mode: 'edit', fields: {} },
      settings: { codes: [], confirms: true, isMobile: false },
    },
    { define() {}, run() {}, post: (message) => messages.push(message), later() {}, userAgent: '' },
  );
  await Promise.resolve();
  send({ kind: 'mode', mode: 'view' });
  await Promise.resolve();
  expect(messages.map((message) => message.kind === 'shown' && message.view.mode)).toEqual(['edit', 'view']);
});
