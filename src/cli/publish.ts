import path from 'node:path';
import { isDeployToken } from '../accounts/personal-tokens/token-text.ts';
import { progressFor } from '../build/progress.ts';
import type { Environment } from '../config/environment.ts';
import { resolveDistDir } from '../releases/dist-folder.ts';
import { isLoopback } from '../shared/loopback.ts';
import { type Answer, defineCommand, done, failed, noMore, type Parsed } from './command.ts';
import { type PublishingServer, publishingServer, type Refusal } from './publish/publishing-server.ts';
import { readRelease } from './publish/read-release.ts';
import { type SendProgress, type SentRelease, sendToAll } from './publish/send-release.ts';

interface Wanted {
  dist: string | undefined;
  release: string | undefined;
  to: URL[];
  droppedGroups: string[];
  widenedPages: number;
}

export const command = defineCommand({
  help: `Publishes a built release on a server elsewhere: sends the files that it lacks, and has it switch at
once. Until then nothing of them can be read there, and what is served stays. What was interrupted goes on where it was.

  {call} [<folder of the build>] --to https://docs.example.com

  --to            address of the site, with its base path; once for each machine that has a disk of its own: they
                  switch together, when each of them has all of it
  --release       name of one that is kept in that folder, to go back to; that which was built last unless said
  --drop-groups   names of groups, with commas, that the site no longer declares
  --widen-audience  how many pages and files more people may read than before; it must be the very number, which the
                  refusal of a publication without it names. A release that widens nothing needs none

DEPLOY_TOKEN, or a file that DEPLOY_TOKEN_FILE names, holds a token that an administrator makes on /admin/releases, or
by: releases tokens add <name>. Both sides run the same version of the program.

Exit code: 0 it is served there, 1 it is not, 2 misused.`,
  options: {
    to: { type: 'string', multiple: true },
    release: { type: 'string' },
    'drop-groups': { type: 'string' },
    'widen-audience': { type: 'string' },
  },
  parse: ([dist, ...more], values): Parsed<Wanted> => {
    const { to = [], release, 'drop-groups': dropped = '', 'widen-audience': widened = '0' } = values;
    const urls = to.flatMap((text) => addressOf(text) ?? []);
    if (urls.length === 0 || urls.length < to.length)
      return { fault: 'Say where to: --to https://docs.example.com' };
    if (urls.some((url) => url.protocol === 'http:' && !isLoopback(url.hostname)))
      return { fault: 'To another machine only by https: the token could be read on the way.' };
    if (!/^\d{1,7}$/.test(widened))
      return { fault: 'Say how many pages more people may read: --widen-audience 12' };
    return (
      noMore(more) ?? {
        wanted: {
          ...{ dist, release, to: urls },
          droppedGroups: dropped.split(',').filter(Boolean),
          widenedPages: Number(widened),
        },
      }
    );
  },
  run: publishThere,
});

function addressOf(text: string): URL | undefined {
  const url = URL.parse(text);
  const isPlain = url?.username === '' && url.search === '' && url.hash === '';
  return url !== null && isPlain && /^https?:$/.test(url.protocol) ? url : undefined;
}

async function publishThere(
  { dist, release, to, droppedGroups, widenedPages }: Wanted,
  environment: Environment,
): Promise<Answer> {
  const token = environment.DEPLOY_TOKEN?.trim();
  if (token === undefined)
    return failed('DEPLOY_TOKEN is not set. An administrator makes one on /admin/releases.');
  if (!isDeployToken(token)) return failed('DEPLOY_TOKEN is no deploy token: copy it as it was shown.');
  const started = performance.now();
  const folder = dist === undefined ? resolveDistDir(environment) : path.resolve(dist);
  const read = await readRelease(folder, { droppedGroups, widenedPages }, release);
  if ('fault' in read) return failed(read.fault);
  const servers = to.map((url) => publishingServer({ to: url, token }));
  const drawn = progressFor(process.stdout, process.env);
  const results = await sendToAll(
    folder,
    read.publication,
    servers,
    shown(drawn, process.stdout.isTTY === true && !process.env.CI),
  );
  drawn.end();
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const lines = results.map((result, at) => {
    const [site, server] = [to[at]?.href ?? '', servers[at]];
    if (result === undefined) return `${site} goes on as before, because another machine refuses it.`;
    return result.sent ? servedText(site, server, result.sent, seconds) : refusalText(result.refusal);
  });
  const text = lines.join('\n');
  return results.every((result) => result?.sent) ? done(text) : failed(text);
}

function servedText(
  site: string,
  server: Pick<PublishingServer, 'sentBytes'> | undefined,
  { release, pages, files, sentFiles }: SentRelease,
  seconds: string,
): string {
  const sent = `${sentFiles} of ${files} files sent, ${sizeText(server?.sentBytes ?? 0)} in ${seconds} s`;
  return `Served at ${site} is ${release}, ${pages} pages: ${sent}.`;
}

/** A bar in steps of a hundredth; in a log a line for each tenth of what takes a while. */
function shown(drawn: ReturnType<typeof progressFor>, isDrawn: boolean): SendProgress {
  let [bytes, total, steps] = [0, 0, 0];
  return {
    begin(files, toSend, of) {
      [bytes, total, steps] = [0, toSend, 0];
      drawn.start(`Sending ${files} of ${of} files, ${sizeText(toSend)}`, isDrawn ? 100 : undefined);
    },
    sent(more) {
      bytes += more;
      for (; steps < Math.floor((100 * bytes) / Math.max(total, 1)); steps += 1) {
        if (isDrawn) drawn.advance();
        else if (total > WORTH_LINES_BYTES && (steps + 1) % 10 === 0)
          drawn.note(`${sizeText((total * (steps + 1)) / 100)} of ${sizeText(total)} sent`);
      }
    },
  };
}

const WORTH_LINES_BYTES = 10_000_000;

function refusalText({ code, message }: Refusal): string {
  return code === 'unreachable' ? message : `${message} What was served there still is.`;
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
