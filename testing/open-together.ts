/** New files, each at the moment when the other processes open it too: the clock names file and moment. */
import { openSharedFile } from '../src/storage/open-shared-file.ts';

const [file = ''] = process.argv.slice(2);
const slotMs = 25;
for (let slot = Math.ceil(Date.now() / slotMs), n = 0; n < 30; slot++, n++) {
  while (Date.now() < slot * slotMs);
  openSharedFile(`${file}-${slot}`, 'CREATE TABLE IF NOT EXISTS notes (text TEXT)').close();
}
