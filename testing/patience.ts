/**
 * Milliseconds for which a test waits for what should happen. No figure that a test holds, and none that a run waits
 * for unless something is broken: a machine that runs several test files and their browsers at once, among other machines
 * that are busy, may take a minute for what takes a second on a quiet one.
 */
export const PATIENCE_MS = 180_000;
