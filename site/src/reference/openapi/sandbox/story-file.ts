import { z } from 'zod';
import { anyOf, declareJsonFile } from '../../data.ts';

const text = z.string();
const variables = z.record(text, z.unknown());

/** Part of `story.json` that the sandbox begins with. */
const file = z.looseObject({
  departments: z.array(z.looseObject({ uid: text, name: text, parent: text.nullable(), manager: text })),
  users: z.array(
    z.looseObject({
      uid: text,
      username: text,
      firstName: text,
      lastName: text,
      email: text,
      department: text,
      position: text,
      role: text,
      status: text,
      groups: z.array(text),
    }),
  ),
  groups: z.array(z.looseObject({ uid: text, title: text, members: z.array(text), usedBy: text.optional() })),
  roles: z.array(z.looseObject({ uid: text, code: text, name: text })),
  processes: z.array(
    z.looseObject({
      uid: text,
      title: text,
      category: z.looseObject({ uid: text, name: text }).optional(),
      tasks: anyOf(
        z.looseObject({
          uid: text,
          name: text,
          assignment: text.default(''),
          groups: anyOf(text),
          starting: z.boolean().default(false),
          dueDays: z.number().default(1),
          steps: anyOf(z.looseObject({ title: text })),
        }),
      ),
      flows: anyOf(z.looseObject({ from: text, to: text, condition: text.optional() })),
      inputDocuments: anyOf(z.looseObject({ uid: text, title: text })),
      outputDocuments: anyOf(z.looseObject({ uid: text, title: text })),
      supervisors: anyOf(text),
      description: text.default(''),
      // The sandbox needs uids of the first process only: the others list names.
      variables: anyOf(z.union([z.looseObject({ uid: text, name: text, type: text }), text])),
      triggers: anyOf(z.looseObject({ uid: text, title: text, moment: text.default('') })),
      dynaforms: anyOf(
        z.looseObject({
          uid: text,
          title: text,
          rows: anyOf(z.array(z.looseObject({ variable: text.nullish(), form: text.optional() }))),
        }),
      ),
    }),
  ),
  pmTables: anyOf(
    z.looseObject({
      uid: text,
      columns: z.array(z.tuple([text], text)),
      rows: anyOf(z.array(z.union([text, z.number()]))),
    }),
  ),
  /** Things that nothing uses: the samples delete them. */
  unused: anyOf(z.looseObject({ collection: text, fields: z.record(text, z.unknown()) })),
  oauthApplication: z.looseObject({
    owner: text,
    clientId: text,
    clientSecret: text,
    callback: text,
    password: text,
    code: text,
    accessToken: text,
    refreshToken: text,
  }),
  cases: z.array(
    z.looseObject({
      uid: text,
      number: z.number(),
      title: text.optional(),
      process: text.optional(),
      subProcessOf: z.number().optional(),
      startedBy: text.optional(),
      startedOn: text.optional(),
      status: z.enum(['DRAFT', 'TO_DO', 'COMPLETED', 'CANCELLED']),
      currentTask: text.optional(),
      currentUser: text.nullish(),
      dueOn: text.optional(),
      delegations: z.array(text).optional(),
      data: variables.default({}),
      outputDocuments: anyOf(z.looseObject({ uid: text, title: text, fileName: text, createdBy: text })),
    }),
  ),
});

export type StoryFile = z.infer<typeof file>;

export const storyFile = declareJsonFile('story', file);
