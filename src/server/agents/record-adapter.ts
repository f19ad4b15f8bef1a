import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Identity } from '../../accounts/create-identity.ts';
import type { ClientDocuments } from './client-documents.ts';
import { isDocumentAddress } from './fetch-client-document.ts';

/** What is used once: who comes with it a second time has a copy of it, or somebody else has. */
const usedOnce: ReadonlySet<string> = new Set(['RefreshToken', 'AuthorizationCode']);

interface RecordAdapterOptions {
  agents: Identity['agents'];
  documents: Pick<ClientDocuments, 'find'>;
  /** What the library throws where a grant has ended. */
  ended(): Error;
}

/** How the authorization server's library keeps one kind of record in the store of the site. */
export function recordAdapter(kind: string, { agents, documents, ended }: RecordAdapterOptions): Adapter {
  const { records } = agents;

  async function read(id: string): Promise<{ payload: AdapterPayload; isConsumed: boolean } | undefined> {
    // Who is signed in is for our own sessions to say: `consent.ts` tells it for each question.
    const found = kind === 'Session' ? undefined : await records.find({ kind, id });
    // Written by `upsert`.
    return found && { ...found, payload: found.payload as AdapterPayload };
  }

  return {
    async upsert(id, { jti: _, ...payload }, expiresIn = 0) {
      if (kind === 'Session') return;
      const grantId = kind === 'Grant' ? id : payload.grantId;
      const forMs = expiresIn > 0 ? expiresIn * 1_000 : agents.clientMs;
      if (!(await records.put({ kind, id }, payload, { grantId, forMs }))) throw ended();
    },
    async find(id) {
      // A copy: the library changes what it is given.
      if (kind === 'Client' && isDocumentAddress(id)) return structuredClone(documents.find(id));
      const found = await read(id);
      if (found === undefined) return undefined;
      if (usedOnce.has(kind) && found.isConsumed) {
        await records.consume({ kind, id }, found.payload.grantId ?? '');
        return undefined;
      }
      // What names it is in no record.
      return kind === 'Client' ? found.payload : { ...found.payload, jti: id };
    },
    async consume(id) {
      const grantId = (await read(id))?.payload.grantId ?? '';
      if ((await records.consume({ kind, id }, grantId)) === 'again') throw ended();
    },
    async destroy(id) {
      if (kind === 'Grant') await agents.end(id, 'by the program itself');
      else await records.remove({ kind, id });
    },
    // They go with their grant, which the library ends beside them.
    async revokeByGrantId() {},
    async findByUid() {
      return undefined;
    },
    async findByUserCode() {
      return undefined;
    },
  };
}
