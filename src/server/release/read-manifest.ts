import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import {
  MANIFEST_FORMAT,
  MANIFEST_MAX,
  type Manifest,
  type ManifestEntry,
  manifestSchema,
} from '../../model/manifest.ts';
import { callOf } from '../../shared/call-of.ts';
import { isRecord } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';

/** Entries looked at before other work gets its turn: some milliseconds. */
export const BATCH = 500;

/** The manifest that a build wrote, or why this server cannot answer from it. */
export async function readManifest(file: string): Promise<{ manifest: Manifest } | { problems: Problem[] }> {
  const refuse = (code: string, message: string) => ({
    problems: [{ code, severity: 'error' as const, file, message }],
  });
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError)
      return refuse('manifest-invalid', `The manifest is not JSON. Run "${callOf('build')}".`);
    const reason = reasonOf(error);
    return refuse(
      'manifest-missing',
      `There is no published build to serve (${reason}). Run "${callOf('build')}".`,
    );
  }
  const format = z.object({ format: z.unknown() }).safeParse(json).data?.format;
  if (format !== undefined && format !== MANIFEST_FORMAT) {
    return refuse(
      'manifest-format',
      `The manifest has format ${String(format)}, and this server knows format ${MANIFEST_FORMAT}. Build and serve with the same version.`,
    );
  }
  const parsed = await parseManifest(json);
  if ('manifest' in parsed) return parsed;
  return refuse('manifest-invalid', `The manifest is not valid: ${z.prettifyError(parsed)}`);
}

/** Looked at first: a schema looks at every item of a list before it says that there are too many. */
function longList(json: unknown): string | undefined {
  if (!isRecord(json)) return undefined;
  return Object.entries(MANIFEST_MAX).find(([name, max]) => {
    const list = json[name];
    return Array.isArray(list) && list.length > max;
  })?.[0];
}

const headSchema = manifestSchema.extend({ entries: z.array(z.unknown()) });

/**
 * Thousands of entries would keep readers waiting who are answered from the release before. It stops at the first part
 * that is wrong, so that a list of millions of wrong entries costs no more than one of them.
 */
export async function parseManifest(
  json: unknown,
): Promise<{ manifest: Manifest } | Pick<z.ZodError<unknown>, 'issues'>> {
  const tooLong = longList(json);
  if (tooLong !== undefined)
    return { issues: [{ code: 'custom', path: [tooLong], message: 'has too many items', input: undefined }] };
  const head = headSchema.safeParse(json);
  if (!head.success) return { issues: head.error.issues };
  const entries: ManifestEntry[] = [];
  for (let start = 0; start < head.data.entries.length; start += BATCH) {
    const slice = manifestSchema.shape.entries.safeParse(head.data.entries.slice(start, start + BATCH));
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
