import { isRecord } from '../../../live/try-it/sandbox/check-request.ts';
import { findItemSample } from '../../../live/try-it/sandbox/fill.ts';
import type { CaseDocument, StoryCase, StoryUser } from '../../../live/try-it/sandbox/story.ts';
import { type Api, findEndpoint } from '../endpoints.ts';
import { answerExample } from '../example-value.ts';

/** The cases of the story, with the dates, notes and documents that the samples of the API tell of them. */
export function addSamples(cases: readonly StoryCase[], users: readonly StoryUser[], api: Api): StoryCase[] {
  const findUid = (fullName: unknown) =>
    users.find(({ firstName, lastName }) => `${firstName} ${lastName}` === fullName)?.uid ?? '';
  const sampleRecords = api.endpoints.flatMap(({ id }) => listRecords(findSample(api, id)));
  return cases.map((item): StoryCase => {
    const caseRecords = sampleRecords.filter((record) => record.app_uid === item.uid);
    const whole = caseRecords.find((record) => 'app_init_usr_uid' in record);
    const delegations = item.delegations.map((delegation) => {
      const sample = caseRecords.find(
        ({ del_index, del_delegate_date }) => del_index === delegation.index && del_delegate_date,
      );
      const dates = {
        sentOn: sample?.del_delegate_date,
        openedOn: sample?.del_init_date,
        dueOn: sample?.del_task_due_date,
        finishedOn: sample?.del_finish_date,
      };
      return { ...delegation, ...pickTexts(dates) };
    });
    return {
      ...item,
      ...pickTexts({ changedOn: whole?.app_update_date, startedOn: whole?.app_create_date }),
      delegations,
      notes: caseRecords
        .flatMap(({ note_content: text, note_date: writtenOn, usr_uid: user }) =>
          typeof text === 'string' && typeof writtenOn === 'string' && typeof user === 'string'
            ? [{ text, writtenOn, user }]
            : [],
        )
        .filter(({ text }, index, all) => all.findIndex((other) => other.text === text) === index),
      documents: [
        ...listDocuments(api, 'listInputDocumentsOfCase', 'input', item.uid, findUid),
        ...listDocuments(api, 'listOutputDocumentsOfCase', 'output', item.uid, findUid),
      ],
    };
  });
}

function listDocuments(
  api: Api,
  id: string,
  kind: CaseDocument['kind'],
  caseUid: string,
  uidOf: (fullName: unknown) => string,
): CaseDocument[] {
  const whose = findEndpoint(api, id)?.parameters.find(({ name }) => name === 'app_uid')?.example;
  const sample: unknown = findSample(api, id);
  if (whose !== caseUid || !Array.isArray(sample)) return [];
  return sample.filter(isRecord).map((item) => ({
    uid: String(item.app_doc_uid),
    of: String(item.doc_uid),
    kind,
    fileName: String(item.app_doc_filename),
    comment: String(item.app_doc_comment ?? ''),
    version: Number(item.app_doc_version),
    user: uidOf(item.app_doc_create_user),
    madeOn: String(item.app_doc_create_date),
  }));
}

function findSample(api: Api, id: string): unknown {
  const media = findEndpoint(api, id)?.responses['200']?.content?.['application/json'];
  return media && answerExample(api.document, media);
}

/** A sample of one case, or of some in a list, with names in small letters. */
function listRecords(sample: unknown): Record<string, unknown>[] {
  const item = findItemSample(sample);
  const records =
    isRecord(item) && !(isRecord(sample) && 'app_uid' in sample) ? [item] : isRecord(sample) ? [sample] : [];
  return records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value])),
  );
}

function pickTexts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
