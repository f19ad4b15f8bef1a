import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** This module is loaded into a measured process and writes its peak memory in MB when it ends. */
const file = process.env.BENCH_PEAK_FILE;
if (isMainThread && file !== undefined) {
  process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS / 1024)));
}
