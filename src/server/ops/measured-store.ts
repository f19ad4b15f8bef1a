import type { Store } from '../../accounts/store/store.ts';
import type { Metrics } from './metrics.ts';

/** Not an operation: it waits for events as long as the process lives. */
const unmeasured: ReadonlySet<string> = new Set<keyof Store>(['subscribe']);

/** The same store, with the time of each operation written down. */
export function measuredStore(store: Store, metrics: Metrics): Store {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || typeof name === 'symbol' || unmeasured.has(name)) return value;
      return async (...given: unknown[]) => {
        const started = performance.now();
        try {
          return await Reflect.apply(value, target, given);
        } finally {
          metrics.store(name, (performance.now() - started) / 1_000);
        }
      };
    },
  });
}
