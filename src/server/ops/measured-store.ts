import type { Store } from '../../accounts/store/store.ts';
import type { Metrics } from './metrics.ts';

/** Methods that aren't measured, because they aren't operations: they wait for events as long as the process lives. */
const unmeasured: ReadonlySet<string> = new Set<keyof Store>(['subscribe']);

/** Wraps a store so that the duration of each operation is recorded. */
export function measureStore(store: Store, metrics: Metrics): Store {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || typeof name === 'symbol' || unmeasured.has(name)) return value;
      return async (...args: unknown[]) => {
        const startedAt = performance.now();
        try {
          return await Reflect.apply(value, target, args);
        } finally {
          metrics.observeStoreTime(name, (performance.now() - startedAt) / 1_000);
        }
      };
    },
  });
}
