import path from 'node:path';
import { isDeployToken } from '../../../accounts/personal-tokens/token-text.ts';
import { createProgressFor, type Progress } from '../../../build/progress.ts';
import {
  type CommandResult,
  defineCommand,
  fail,
  type ParsedArguments,
  rejectSurplus,
  succeed,
} from '../../../command/define-command.ts';
import { formatCount, formatInteger } from '../../../command/terminal-text.ts';
import type { Environment } from '../../../config/environment.ts';
import { resolveDistDir } from '../../../releases/dist-folder.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { isLoopback } from '../../../shared/loopback.ts';
import { createPublishingServer, type PublishError, type PublishingServer } from './publishing-server.ts';
import { readRelease } from './read-release.ts';
import { type SendProgress, type SentRelease, sendToAll } from './send-release.ts';

interface PublishInput {
  distDir: string | undefined;
  release: string | undefined;
  to: URL[];
  droppedGroups: string[];
  widenedPages: number;
}

const EXAMPLE = '--to https://docs.example.com';

export const command = defineCommand({
  help: `Publishes a release to other servers. Sends the files that a server lacks, then makes the server switch. Readers
see the old release until then. If the command is interrupted, run it again: it continues where it stopped.

  {call} [<folder of the build>] ${EXAMPLE}

  --to <address>          Address of the site, with its base path. Repeat it for every machine with a disk of its
                          own. They switch together, when each of them has received everything.
  --release <name>        Publish an earlier release from that folder. Default: the newest.
  --drop-groups <names>   Confirm that the site no longer declares these groups. Separate names with commas.
  --widen-audience <n>    Confirm that more people can read n pages or files. Without it, the error names n.

DEPLOY_TOKEN, or a file named by DEPLOY_TOKEN_FILE, holds a deploy token of the server. An administrator creates one
on /admin/releases or with: ${formatCommand('releases', 'tokens add <name>')}
Both sides must run the same version of Gatehouse.

Exit code: 0 published, 1 not published, 2 wrong arguments.`,
  options: {
    to: { type: 'string', multiple: true },
    release: { type: 'string' },
    'drop-groups': { type: 'string' },
    'widen-audience': { type: 'string' },
  },
  parse: ([distDir, ...surplus], values): ParsedArguments<PublishInput> => {
    const {
      to = [],
      release,
      'drop-groups': groupsToDrop = '',
      'widen-audience': widenedCount = '0',
    } = values;
    if (to.length === 0) return { misuse: `The address of the server is missing: ${EXAMPLE}` };
    const urls: URL[] = [];
    for (const text of to) {
      const url = parseServerUrl(text);
      if (url === undefined)
        return { misuse: `--to must be the address of a site, not "${text}": ${EXAMPLE}` };
      if (url.protocol === 'http:' && !isLoopback(url.hostname))
        return { misuse: `--to must start with https: for another machine, to keep the token secret.` };
      urls.push(url);
    }
    if (!/^\d{1,7}$/.test(widenedCount))
      return { misuse: '--widen-audience must be a number: --widen-audience 12' };
    return (
      rejectSurplus(surplus) ?? {
        input: {
          distDir,
          release,
          to: urls,
          droppedGroups: groupsToDrop.split(',').filter(Boolean),
          widenedPages: Number(widenedCount),
        },
      }
    );
  },
  run: publishRelease,
});

/** An address without credentials, query and fragment. */
function parseServerUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  const isPlain = url?.username === '' && url.search === '' && url.hash === '';
  return url !== null && isPlain && /^https?:$/.test(url.protocol) ? url : undefined;
}

async function publishRelease(
  { distDir, release, to, droppedGroups, widenedPages }: PublishInput,
  environment: Environment,
): Promise<CommandResult> {
  const token = environment.DEPLOY_TOKEN?.trim();
  if (token === undefined)
    return fail("DEPLOY_TOKEN isn't set. An administrator creates a deploy token on /admin/releases.");
  if (!isDeployToken(token))
    return fail(
      'DEPLOY_TOKEN isn\'t a deploy token. Copy the whole token, which starts with "gatehouse_deploy_".',
    );
  const startedAt = performance.now();
  const folder = distDir === undefined ? resolveDistDir(environment) : path.resolve(distDir);
  const readResult = await readRelease(folder, { droppedGroups, widenedPages }, release);
  if ('error' in readResult) return fail(readResult.error);
  const servers = to.map((url) => createPublishingServer({ to: url, token }));
  const progress = createProgressFor(process.stdout, process.env);
  const isInteractive = process.stdout.isTTY === true && !process.env.CI;
  const results = await sendToAll(
    folder,
    readResult.publication,
    servers,
    reportSending(progress, isInteractive),
  );
  progress.end();
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const lines = results.map((result, index) => {
    const site = to[index]?.href ?? '';
    if (result === undefined) return `${site} wasn't changed, because another server can't take the release.`;
    return result.sent
      ? describeSent(site, servers[index], result.sent, seconds)
      : describeError(result.error);
  });
  const text = lines.join('\n');
  return results.every((result) => result?.sent) ? succeed(text) : fail(text);
}

function describeSent(
  site: string,
  server: Pick<PublishingServer, 'sentBytes'> | undefined,
  { release, pages, files, sentFiles }: SentRelease,
  seconds: string,
): string {
  const sentSummary = `${formatInteger(sentFiles)} of ${formatCount(files, 'file')}, ${formatSize(server?.sentBytes ?? 0)}`;
  return `${site} now serves ${release} with ${formatCount(pages, 'page')}. Sent ${sentSummary} in ${seconds} s.`;
}

/** Draws a bar in steps of one percent on a terminal. In a log, prints a line for each tenth of a large release. */
function reportSending(progress: Progress, isInteractive: boolean): SendProgress {
  let [bytes, totalBytes, percent] = [0, 0, 0];
  return {
    begin(fileCount, bytesToSend, filesInRelease) {
      [bytes, totalBytes, percent] = [0, bytesToSend, 0];
      const label = `Sending ${formatInteger(fileCount)} of ${formatCount(filesInRelease, 'file')}, ${formatSize(bytesToSend)}`;
      progress.start(label, isInteractive ? 100 : undefined);
    },
    sent(moreBytes) {
      bytes += moreBytes;
      for (; percent < Math.floor((100 * bytes) / Math.max(totalBytes, 1)); percent += 1) {
        if (isInteractive) progress.advance();
        else if (totalBytes > WORTH_LINES_BYTES && (percent + 1) % 10 === 0)
          progress.note(
            `Sent ${formatSize((totalBytes * (percent + 1)) / 100)} of ${formatSize(totalBytes)}`,
          );
      }
    },
  };
}

const WORTH_LINES_BYTES = 10_000_000;

function describeError({ code, message }: PublishError): string {
  return code === 'unreachable' ? message : `${message} The server still serves the old release.`;
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
