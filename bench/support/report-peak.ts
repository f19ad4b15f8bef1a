import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Loaded into a measured process: leaves its peak memory in MB behind when it ends. */
const file = process.env.BENCH_PEAK_FILE;
if (isMainThread && file !== undefined) {
  process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS / 1024)));
}
