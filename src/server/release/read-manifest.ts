import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import {
  MANIFEST_FORMAT,
  MANIFEST_MAX,
  type Manifest,
  type ManifestEntry,
  manifestSchema,
} from '../../model/manifest.ts';
import { formatCommand } from '../../shared/call-of.ts';
import { isRecord } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeFileReason } from '../../shared/reason.ts';
import { readRegularFile } from '../../shared/regular-file.ts';

/** Entries to check before yielding to other work: a few milliseconds. */
export const ENTRIES_PER_BATCH = 500;

/** Reads the manifest that a build wrote. Returns problems if this server can't use it. */
export async function readManifest(file: string): Promise<{ manifest: Manifest } | { problems: Problem[] }> {
  const refuse = (code: string, message: string) => ({
    problems: [{ code, severity: 'error' as const, file, message }],
  });
  let json: unknown;
  try {
    json = JSON.parse(String(await readRegularFile(file)));
  } catch (error) {
    if (error instanceof SyntaxError)
      return refuse('manifest-invalid', `The manifest isn't valid JSON. Run "${formatCommand('build')}".`);
    const folder = path.dirname(file);
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const fault = isMissing
      ? `There is no release in ${folder}.`
      : `The release in ${folder} can't be read: ${describeFileReason(error)}.`;
    const message = `${fault} Run "${formatCommand('build')}".`;
    return { problems: [{ code: 'manifest-missing', severity: 'error', message }] };
  }
  const format = z.object({ format: z.unknown() }).safeParse(json).data?.format;
  if (format !== undefined && format !== MANIFEST_FORMAT) {
    return refuse(
      'manifest-format',
      `The manifest has format ${String(format)}, but this server needs format ${MANIFEST_FORMAT}. Build and serve with the same version.`,
    );
  }
  const parseResult = await parseManifest(json);
  if ('manifest' in parseResult) return parseResult;
  return refuse('manifest-invalid', `The manifest is invalid: ${z.prettifyError(parseResult)}`);
}

/** Finds a list that is too long. The schema would validate every item first. */
function findOverlongList(json: unknown): string | undefined {
  if (!isRecord(json)) return undefined;
  return Object.entries(MANIFEST_MAX).find(([name, max]) => {
    const list = json[name];
    return Array.isArray(list) && list.length > max;
  })?.[0];
}

const headSchema = manifestSchema.extend({ entries: z.array(z.unknown()) });

/**
 * Parses a manifest in batches, so that requests for the current release don't have to wait for thousands of entries.
 * Stops at the first invalid batch, so that a list of millions of invalid entries costs no more than a short one.
 */
export async function parseManifest(
  json: unknown,
): Promise<{ manifest: Manifest } | Pick<z.ZodError<unknown>, 'issues'>> {
  const tooLong = findOverlongList(json);
  if (tooLong !== undefined)
    return { issues: [{ code: 'custom', path: [tooLong], message: 'has too many items', input: undefined }] };
  const head = headSchema.safeParse(json);
  if (!head.success) return { issues: head.error.issues };
  const entries: ManifestEntry[] = [];
  for (let start = 0; start < head.data.entries.length; start += ENTRIES_PER_BATCH) {
    const slice = manifestSchema.shape.entries.safeParse(
      head.data.entries.slice(start, start + ENTRIES_PER_BATCH),
    );
    if (!slice.success)
      return {
        issues: slice.error.issues.map((issue) => {
          const [at = 0, ...rest] = issue.path;
          return { ...issue, path: ['entries', start + Number(at), ...rest] };
        }),
      };
    entries.push(...slice.data);
    await setImmediate();
  }
  return { manifest: { ...head.data, entries } };
}
