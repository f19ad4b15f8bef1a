/**
 * In each function but the last one, a promise has no handler. `tests/structure/promises.test.ts` reads this
 * file.
 */
declare function work(): Promise<string>;
declare const target: EventTarget;

export function voids(): void {
  void work();
}
export function isBare(): void {
  work();
}
export function thenOnly(): void {
  work().then((text) => text.length);
}
export function finallyOnly(): void {
  work().finally(() => {});
}
export const voidsInArrow = (): void => void work();
export function timer(): void {
  setInterval(() => void work(), 1_000);
}
export function asyncTimer(): void {
  setTimeout(async () => {
    await work();
  }, 1_000);
}
export function listener(): void {
  target.addEventListener('x', async () => {
    await work();
  });
}
export function all(): void {
  Promise.all([work(), work()]);
}
export function asyncFunction(): void {
  (async () => {
    await work();
  })();
}
export function each(items: string[]): void {
  items.forEach(async () => {
    await work();
  });
}
