import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PLACE_END, PLACE_START } from '../../config/page-place.ts';
import { sendError } from '../http/errors.ts';
import { sendPage } from '../http/forms.ts';
import { madeEntry } from '../release/release.ts';

/** The build's page at this path, with its reader's own in its place. */
export async function sendFilledPage(
  { gate }: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { path, html }: { path: string; html: string },
): Promise<FastifyReply> {
  const page = gate.release.entries.get(path);
  if (!page) {
    return sendError(reply, { status: 404, code: 'not-found', message: 'There is nothing at this address.' });
  }
  const { variants } = await madeEntry(page);
  const shell = await readFile(variants.identity.file, 'utf8');
  const start = shell.indexOf(PLACE_START);
  const end = shell.indexOf(PLACE_END, start);
  if (start === -1 || end === -1) throw new Error(`The page at ${path} has no place to fill.`);
  // Put together and not replaced: `$` in a name means nothing.
  return sendPage(reply, status, shell.slice(0, start) + PLACE_START + html + shell.slice(end));
}
