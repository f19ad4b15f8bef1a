/** Figures of 1,000 readers on three processes: `node bench/readers/held-readers.ts [seconds] [--json]`. */
import { holdReaders } from '../../tests/load/support/hold-readers.ts';
import { hasNginx } from '../../tests/load/support/nginx.ts';

const seconds = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 60);

if (!hasNginx) process.exit(1);
const { lost, ...figures } = await holdReaders({ seconds });
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ seconds, lost: lost.length, ...figures }));
} else {
  console.log(`1,000 readers on three processes for ${seconds} s, one killed and one stopped meanwhile`);
  for (const [name, value] of Object.entries({ lost: lost.length, ...figures })) {
    console.log(`  ${name.padEnd(10)} ${value.toFixed(1)}`);
  }
}
process.exitCode = lost.length > 0 ? 1 : 0;
