import {
  type CaseFacts,
  type FieldDefinition,
  type FormDefinition,
  type FormState,
  listFields,
  type Table,
} from '../../forms/definition.ts';
import type { StoryData } from '../story-data.ts';
import type { DrawnForm, FormField } from './form-definition.ts';

/** Data that a browser needs to run the form: its fields, and the tables that its queries name. */
export function createLiveForm(
  { uid, title, rows, variables, openIn }: DrawnForm,
  story: StoryData,
): FormDefinition {
  const live = rows.map((row) => row.map(createLiveField));
  const queries = listFields(live)
    .flatMap((field) => [field, ...(field.columns ?? [])])
    .flatMap(({ sql }) => sql ?? []);
  const isRead = ({ name }: Table) => queries.some((sql) => new RegExp(`\\b${name}\\b`).test(sql));
  return {
    uid,
    title,
    rows: live,
    variables,
    tables: story.tables.filter(isRead),
    facts: collectFacts(story, openIn),
  };
}

function collectFacts(
  { installation, users, process, caseUid }: StoryData,
  { task, user }: DrawnForm['openIn'],
): CaseFacts {
  return {
    host: installation.host,
    workspace: installation.workspace,
    caseUid,
    taskUid: process.tasks.find(({ name }) => name === task)?.uid ?? '',
    processUid: process.uid,
    user: users.find(({ username }) => username === user) ?? nobody,
  };
}

const nobody = { uid: '', username: '', firstName: '', lastName: '', email: '' };

/** If the field has a query, its `options` are only for the drawing. */
function createLiveField({ options, columns, rows, ...field }: FormField): FieldDefinition {
  return {
    ...field,
    options: field.sql === undefined ? options : undefined,
    columns: columns?.map((column) => createLiveField(column)),
    rows: rows?.map((row) => row.map((item) => createLiveField(item))),
  };
}

/** A state of the drawing, as a form is opened with it. */
export function createLiveState({ states }: DrawnForm, name: string): FormState {
  const { mode, fields } = states[name] ?? { mode: 'edit' as const, fields: {} };
  const entries = Object.entries(fields).map(([id, { rows, totals: _, open: __, hidden, ...field }]) => {
    const cells = rows?.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, cell]) => [column, typeof cell === 'string' ? cell : cell.value]),
      ),
    );
    const hasWrongCell = rows?.some((row) => Object.values(row).some((cell) => typeof cell !== 'string'));
    const error = field.error ?? (hasWrongCell ? '' : undefined);
    return [id, { ...field, hidden: hidden || undefined, rows: cells, error }] as const;
  });
  return { mode, fields: Object.fromEntries(entries) };
}
