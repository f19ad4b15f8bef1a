import { z } from 'zod';
import { anyOf, type DataOf, declareJsonFile } from './data.ts';

const storyTable = z.looseObject({
  name: z.string(),
  columns: z.array(z.tuple([z.string(), z.string()]).rest(z.string())),
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
});

/** Part of `story.json` that articles show. */
export const storyDataFile = declareJsonFile('story', z.looseObject({ pmTables: z.array(storyTable) }));

const storyUser = z.object({
  uid: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
const storyProcess = z.looseObject({
  uid: z.string(),
  tasks: z.array(z.looseObject({ uid: z.string(), name: z.string() })),
});

/**
 * Part of `story.json` that forms need: the tables that their queries read, of the workspace and of its database
 * connections, and the case in which their code runs.
 */
export const storyData = declareJsonFile(
  'story',
  z
    .looseObject({
      installation: z.looseObject({ host: z.string(), workspace: z.string() }),
      users: z.array(storyUser),
      processes: z.tuple([storyProcess]).rest(z.unknown()),
      cases: z.tuple([z.looseObject({ uid: z.string() })]).rest(z.unknown()),
      pmTables: z.array(storyTable),
      databaseConnections: z.array(z.looseObject({ tables: z.array(storyTable) })),
    })
    .transform(({ pmTables, databaseConnections, installation, users, processes, cases }) => ({
      installation,
      users,
      process: processes[0],
      caseUid: cases[0].uid,
      tables: [...pmTables, ...databaseConnections.flatMap(({ tables }) => tables)].map(
        ({ name, columns, rows }) => ({
          name,
          columns: columns.map(([column]) => column),
          rows: rows.map((row) => row.map((value, index) => toStoredValue(value, columns[index]?.[1] ?? ''))),
        }),
      ),
    })),
);

/** `89.50` in a column of the type `DECIMAL(10,2)`. */
function toStoredValue(value: string | number, type: string): string {
  const decimals = /^DECIMAL\(\d+,(\d+)\)$/.exec(type)?.[1];
  return decimals !== undefined && typeof value === 'number'
    ? value.toFixed(Number(decimals))
    : String(value);
}

const storyField = z.looseObject({ variable: z.string().nullish(), label: z.string().optional() });
const answers = z.array(z.tuple([z.string(), z.string()]));

const processWithFields = z.looseObject({
  variables: anyOf(
    z.union([
      z.string().transform((name) => ({ name, type: 'string', acceptedValues: undefined })),
      z.looseObject({ name: z.string(), type: z.string(), acceptedValues: answers.optional() }),
    ]),
  ),
  dynaforms: anyOf(z.looseObject({ rows: anyOf(z.array(storyField)) })),
});

/** Part of `story.json` with the variables of its processes and examples, with the labels that the forms give them. */
export const storyVariables = declareJsonFile(
  'story',
  z
    .looseObject({ processes: z.array(processWithFields), examples: anyOf(processWithFields) })
    .transform((story) => {
      const processes = [...story.processes, ...story.examples];
      const fields = processes.flatMap(({ dynaforms }) => dynaforms.flatMap(({ rows }) => rows.flat()));
      return processes
        .flatMap(({ variables }) => variables)
        .map(({ name, type, acceptedValues }) => ({
          name,
          type,
          options: acceptedValues ?? [],
          label: fields.find(({ variable }) => variable === name)?.label ?? name,
        }));
    }),
);
export type StoryData = DataOf<typeof storyData>;
export type StoryVariables = DataOf<typeof storyVariables>;
