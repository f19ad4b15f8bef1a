import { createIdentity } from '../src/accounts/create-identity.ts';
import { openStore } from '../src/accounts/store/store.ts';
import { type Bench, computeQuantile, type Figure } from './bench.ts';
import { computeChance, computePartSlower } from './support/equal-times.ts';

const ATTEMPTS = 80;

/** Checks that the time of a refusal doesn't reveal whether an account exists. */
export const signInBench: Bench = {
  name: 'sign-in',
  about: 'Refused sign-ins, known account (measured) beside unknown ones (control)',
  async run({ folder, say }) {
    const identity = createIdentity({ store: await openStore({ DATA_DIR: folder() }) });
    try {
      const email = 'ada@example.com';
      await identity.accounts.add({ email, name: 'Ada', password: 'correct horse battery', role: 'reader' });
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      say(`${ATTEMPTS} attempts of each kind, in turn`);
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        // Each attempt has its own address, because throttling isn't measured here.
        const address = `10.0.${attempt >> 8}.${attempt & 255}`;
        const refuse = async (kind: keyof typeof times, who: string) => {
          const startedAt = performance.now();
          const { outcome } = await identity.signIn({ email: who, password: 'wrong horse battery', address });
          if (outcome !== 'refused') throw new Error(`The sign-in was ${outcome}.`);
          times[kind].push(performance.now() - startedAt);
        };
        // The second attempt finds warmer caches, so the order alternates.
        const order = attempt % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const kind of order)
          await refuse(kind, kind === 'known' ? email : `nobody${attempt}@example.com`);
      }
      const createRow = (what: string, q: number): Figure => ({
        what,
        value: computeQuantile(times.known, q),
        control: computeQuantile(times.unknown, q),
        unit: 'ms',
      });
      return [
        createRow('p10', 0.1),
        createRow('median', 0.5),
        createRow('p90', 0.9),
        createRow('p99', 0.99),
        {
          what: 'known is slower in this part of all pairs',
          value: computePartSlower(times.known, times.unknown),
          unit: '',
          note: `0.50 is indistinguishable; by chance alone within about ${computeChance(times.known, times.unknown).toFixed(2)} of it`,
        },
      ];
    } finally {
      await identity.close();
    }
  },
};
