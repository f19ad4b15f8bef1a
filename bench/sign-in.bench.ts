import { createIdentity } from '../src/accounts/create-identity.ts';
import { openStore } from '../src/accounts/store/store.ts';
import { type Bench, type Figure, quantile } from './bench.ts';
import { byChance, partSlower } from './support/equal-times.ts';

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
      const row = (what: string, q: number): Figure => ({
        what,
        value: quantile(times.known, q),
        control: quantile(times.unknown, q),
        unit: 'ms',
      });
      return [
        row('p10', 0.1),
        row('median', 0.5),
        row('p90', 0.9),
        row('p99', 0.99),
        {
          what: 'known is slower in this part of all pairs',
          value: partSlower(times.known, times.unknown),
          unit: '',
          note: `0.50 is indistinguishable; by chance alone within about ${byChance(times.known, times.unknown).toFixed(2)} of it`,
        },
      ];
    } finally {
      await identity.close();
    }
  },
};
