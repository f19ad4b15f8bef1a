/**
 * Milliseconds for which a test waits for what should happen. No figure that a test holds: a machine that runs four
 * test files and their browsers at once may take half a minute for what takes a second on a quiet one.
 */
export const PATIENCE_MS = 60_000;
