import type { Account } from './account.ts';

/** Whether all words of the query are in name or e-mail, however they are written. An empty one finds everybody. */
export function matching(query: string): (account: Pick<Account, 'name' | 'email'>) => boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain(query).split(/\s+/);
  return ({ email, name }) => {
    const text = plain(`${name} ${email}`);
    return words.every((word) => text.includes(word));
  };
}
