import { expect, test } from 'vitest';
import { createEncryptedCookie } from './encrypted-cookie.ts';

const secret = 'the secret of the docs client';

test('decrypts only with the same purpose and secret', async () => {
  const value = await createEncryptedCookie(secret, 'one').encrypt({ text: 'kept' }, 60);
  expect(value).not.toContain(Buffer.from('kept').toString('base64url'));
  expect(await createEncryptedCookie(secret, 'one').decrypt(value)).toMatchObject({ text: 'kept' });
  expect(await createEncryptedCookie(secret, 'other').decrypt(value)).toBeUndefined();
  expect(await createEncryptedCookie(`${secret}!`, 'one').decrypt(value)).toBeUndefined();
});

test('rejects changed and expired content', async () => {
  const cookie = createEncryptedCookie(secret, 'one');
  const parts = (await cookie.encrypt({ text: 'kept' }, 60)).split('.');
  for (const [index, part] of parts.entries()) {
    const changedParts = parts.with(index, part.startsWith('A') ? `B${part.slice(1)}` : `A${part.slice(1)}`);
    expect(await cookie.decrypt(changedParts.join('.')), `part ${index}`).toBeUndefined();
  }
  expect(await cookie.decrypt(await cookie.encrypt({ text: 'kept' }, -60))).toBeUndefined();
  expect(await cookie.decrypt('x')).toBeUndefined();
});
