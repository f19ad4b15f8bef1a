import type { CaseAct } from '../../../reference/openapi/sandbox/behaviours.ts';
import { type Call, Refusal, readSample, type SandboxAnswer, toSample } from './call.ts';
import { describeUser } from './case-facts.ts';
import { isRecord } from './check-request.ts';
import { fill, findItemSample } from './fill.ts';
import { readSentValue } from './query.ts';
import type { CaseDocument, Story, StoryCase } from './story.ts';

/** The documents of a case: what was uploaded and what was made; `undefined` where the act is another one's. */
export function answerOfDocuments(
  call: Call,
  act: CaseAct,
  one: StoryCase,
): SandboxAnswer | Refusal | 'changed' | undefined {
  const { endpoint, world } = call;
  const isUpload = act === 'upload' || act === 'make document';
  const uid = readSentValue(call, 'document') ?? (isUpload ? undefined : readSentValue(call, 'definition'));
  const matchingDocument = one.documents.find((document) => document.uid === uid || document.of === uid);
  switch (act) {
    case 'input documents':
    case 'output documents':
      return listDocuments(call, act === 'input documents' ? 'input' : 'output', one, uid);
    case 'document':
      return matchingDocument ? describeDocument(call, matchingDocument) : new Refusal(400, 'unknown', uid);
    case 'file':
      return matchingDocument
        ? { status: endpoint.status, file: matchingDocument.fileName }
        : new Refusal(400, 'unknown', uid);
    case 'delete document':
      if (!matchingDocument) return new Refusal(400, 'unknown', uid);
      one.documents = one.documents.filter((document) => document !== matchingDocument);
      return 'changed';
    case 'upload':
    case 'make document': {
      const document = createDocument(call, act === 'upload', one, matchingDocument);
      if (document instanceof Refusal) return document;
      one.documents = [...one.documents.filter((other) => other.uid !== document.uid), document];
      world.state.cases[one.uid] = one;
      return describeDocument(call, document);
    }
    default:
      return undefined;
  }
}

function listDocuments(
  call: Call,
  kind: CaseDocument['kind'],
  { documents }: StoryCase,
  uid: string | undefined,
): SandboxAnswer {
  const { endpoint, world } = call;
  const item = findItemSample(readSample(endpoint));
  const listedDocuments = documents.filter(
    (document) =>
      document.kind === kind && (uid === undefined || document.uid === uid || document.of === uid),
  );
  return {
    ...toSample(endpoint),
    body: listedDocuments.map((document) =>
      fill(item, factsOfDocument(world.story, document), world.story.names),
    ),
  };
}

function describeDocument({ endpoint, world }: Call, document: CaseDocument): SandboxAnswer {
  const sample = readSample(endpoint);
  if (sample === undefined) return toSample(endpoint);
  const { story } = world;
  const body = fill(
    Array.isArray(sample) ? sample[0] : sample,
    factsOfDocument(story, document),
    story.names,
  );
  return { ...toSample(endpoint), body: Array.isArray(sample) ? [body] : body };
}

function createDocument(
  call: Call,
  isUpload: boolean,
  { process, variables }: StoryCase,
  before: CaseDocument | undefined,
): CaseDocument | Refusal {
  const { world, request, user } = call;
  const of = readSentValue(call, 'definition') ?? '';
  const definitions = world.story.processes.find(({ uid }) => uid === process)?.documents ?? {};
  if (of !== '' && !(of in definitions)) return new Refusal(400, 'unknown', of);
  const sentFields = isRecord(request.body) ? request.body : {};
  const fileName = isUpload
    ? String(Object.entries(sentFields).find(([name]) => /^form/.test(name))?.[1] ?? '')
    : `${(definitions[of] ?? '').toLowerCase().replaceAll(' ', '-')}-${String(variables.orderNumber ?? world.uid().slice(0, 8))}.pdf`;
  return {
    uid: before?.uid ?? world.uid(),
    of,
    kind: isUpload ? (of === '' ? 'file' : 'input') : 'output',
    fileName,
    comment: readSentValue(call, 'comment') ?? '',
    version: (before?.version ?? 0) + 1,
    user,
    madeOn: world.now(),
  };
}

function factsOfDocument(story: Story, { uid, of, fileName, comment, version, user, madeOn }: CaseDocument) {
  return {
    document: uid,
    definition: of,
    fileName,
    comment,
    version,
    madeBy: describeUser(story, user).fullName,
    madeOn,
    fileType: fileName.split('.').at(-1)?.toUpperCase(),
  };
}
