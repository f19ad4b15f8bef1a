import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
/** Ids that are made at once: a call of the random generator costs more than the id. */
const IDS_AT_ONCE = 256;

const randomBytes = Buffer.alloc(ID_BYTES * IDS_AT_ONCE);
let digits = '';
let start = 0;

/** Creates the id of a request: 32 random hex digits, as in a trace id (W3C Trace Context). */
export function createRequestId(): string {
  if (start >= digits.length) {
    digits = randomFillSync(randomBytes).toString('hex');
    start = 0;
  }
  const id = digits.slice(start, start + ID_BYTES * 2);
  start += ID_BYTES * 2;
  return id;
}
