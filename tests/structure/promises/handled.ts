/** In this file, every promise has a handler. */
declare function work(): Promise<string>;
declare function inBackground(promise: PromiseLike<unknown>): void;

export async function awaits(): Promise<void> {
  await work();
}
export const returns = (): Promise<string> => work();
export function catches(): void {
  work().catch(() => {});
}
export function bothHandlers(): void {
  work().then(
    () => {},
    () => {},
  );
}
export function background(): void {
  setInterval(() => inBackground(work()), 1_000);
}
