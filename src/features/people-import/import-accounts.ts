import { PROGRESS_TYPE } from '../../config/constants.ts';
import type { ProgressLine } from '../../model/api/endpoint.ts';
import type { CallAnswer } from '../../model/api/endpoints.ts';
import { type ApiResult, callApi, callUrl } from '../../ui/api-client.ts';

const unreachableResult = { done: false, code: 'unreachable', message: '' } as const;

type Imported = CallAnswer<'POST /api/v1/accounts/import'>;

/** Imports the users of a file and reports progress. */
export async function importAccounts(
  csv: string,
  progress: (done: number, of: number) => void,
): Promise<ApiResult<Imported>> {
  const response = await fetch(callUrl('POST /api/v1/accounts/import'), {
    method: 'POST',
    cache: 'no-store',
    headers: { 'content-type': 'application/json', accept: PROGRESS_TYPE },
    body: JSON.stringify({ csv }),
  }).catch(() => undefined);
  if (response === undefined || response.body === null) return unreachableResult;
  // Nothing was imported: a plain call asks for confirmation, or returns the error.
  if (!response.ok) return callApi('POST /api/v1/accounts/import', { body: { csv } });
  try {
    for await (const line of readLines(response.body)) {
      if ('done' in line) progress(line.done, line.of);
      // The same build wrote this script and the response.
      else if ('answer' in line) return { done: true, answer: line.answer as Imported };
      else return { done: false, ...line.error };
    }
  } catch {
    // The connection was lost.
  }
  return unreachableResult;
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<ProgressLine> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (text + decoder.decode(part.value, { stream: true })).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}
