import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Agents } from './agents.ts';
import type { ClientDocuments } from './client-documents.ts';
import { isDocumentAddress } from './fetch-client-document.ts';

/** Records that may be used once. A second use shows that there is a copy, so it ends the grant. */
const usedOnce: ReadonlySet<string> = new Set(['RefreshToken', 'AuthorizationCode']);

interface RecordAdapterOptions {
  agents: Agents;
  documents: Pick<ClientDocuments, 'find'>;
  /** Creates the error that the library expects if a grant has ended. */
  createGrantEndedError(): Error;
}

/** Stores one kind of record of the authorization server's library in the store of the site. */
export function recordAdapter(
  kind: string,
  { agents, documents, createGrantEndedError }: RecordAdapterOptions,
): Adapter {
  const { records } = agents;

  async function read(id: string): Promise<{ payload: AdapterPayload; isConsumed: boolean } | undefined> {
    // The library's sessions aren't used: `consent.ts` passes the user of our own session with each answer.
    const record = kind === 'Session' ? undefined : await records.find({ kind, id });
    // `upsert` stored this value.
    return record && { ...record, payload: record.payload as AdapterPayload };
  }

  return {
    async upsert(id, { jti: _, ...payload }, expiresIn = 0) {
      if (kind === 'Session') return;
      const grantId = kind === 'Grant' ? id : payload.grantId;
      const forMs = expiresIn > 0 ? expiresIn * 1_000 : agents.clientMs;
      if (!(await records.put({ kind, id }, payload, { grantId, forMs }))) throw createGrantEndedError();
    },
    async find(id) {
      // Return a copy, because the library modifies it.
      if (kind === 'Client' && isDocumentAddress(id)) return structuredClone(documents.find(id));
      const record = await read(id);
      if (record === undefined) return undefined;
      if (usedOnce.has(kind) && record.isConsumed) {
        await records.consume({ kind, id }, record.payload.grantId ?? '');
        return undefined;
      }
      // Records don't contain their id.
      return kind === 'Client' ? record.payload : { ...record.payload, jti: id };
    },
    async consume(id) {
      const grantId = (await read(id))?.payload.grantId ?? '';
      if ((await records.consume({ kind, id }, grantId)) === 'again') throw createGrantEndedError();
    },
    async destroy(id) {
      if (kind === 'Grant') await agents.end(id, 'by the program itself');
      else await records.remove({ kind, id });
    },
    // Tokens are removed with their grant, which the library destroys as well.
    async revokeByGrantId() {},
    async findByUid() {
      return undefined;
    },
    async findByUserCode() {
      return undefined;
    },
  };
}
