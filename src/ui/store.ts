/** A value outside of React that notifies its subscribers, in the shape that `useSyncExternalStore` takes. */
export interface ExternalStore<T> {
  get(this: void): T;
  /** Notifies the subscribers if the value differs. */
  set(this: void, value: T): void;
  /** Returns a function that ends the subscription. */
  subscribe(this: void, listener: () => void): () => void;
}

export function createExternalStore<T>(initial: T): ExternalStore<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
