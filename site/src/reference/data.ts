import { z } from 'zod';

/** A file of reference data, and how it is read. A file that doesn't fit its schema is a bug of ours. */
export interface DataFile<Data> {
  /** Relative to the site folder. */
  file: string;
  parse(text: string): Data;
}

export function declareJsonFile<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
): DataFile<z.infer<Schema>> {
  return { file: `docs/_data/${name}.json`, parse: (text) => schema.parse(JSON.parse(text)) };
}

/** A list, empty where a file doesn't have it. */
export function anyOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).default([]);
}

const titled = z.strictObject({ id: z.string(), title: z.string() });
/** Groups of things with a section each; `page` is where, by its path below the docs folder. */
const pagedGroups = z.array(titled.extend({ page: z.string() }));

type Grouped = { group: string };

/** Adds to each item the page that has its section. */
function addPages<Item extends Grouped>(items: Item[], groups: z.infer<typeof pagedGroups>) {
  const pages = new Map(groups.map(({ id, page }) => [id, page]));
  return items.map((item) => ({ ...item, page: pages.get(item.group) ?? '' }));
}

/** Sorts items into their groups, in the order of the groups. */
function groupItems<Item extends Grouped>(
  items: Item[],
  groups: { id: string }[],
): ReadonlyMap<string, Item[]> {
  return new Map(groups.map(({ id }) => [id, items.filter(({ group }) => group === id)]));
}

/** First release that has it. Undefined where every 3.x release has it. */
const since = z.string().optional();
const parameter = z.strictObject({ name: z.string(), type: z.string(), meaning: z.string(), since });

const phpFunction = z.strictObject({
  id: z.string(),
  name: z.string(),
  group: z.string(),
  purpose: z.string(),
  since,
  params: z.array(
    parameter.extend({
      required: z.boolean(),
      /** The default value in PHP. */
      default: z.string().optional(),
    }),
  ),
  returns: z.string(),
  notes: z.array(z.string()),
});

export const phpFunctions = declareJsonFile(
  'php-functions',
  z
    .strictObject({
      groups: pagedGroups,
      functions: z.array(phpFunction),
      helpers: z.array(z.strictObject({ id: z.string(), signature: z.string(), purpose: z.string() })),
      systemVariables: z.array(parameter),
      prefixes: z.array(z.looseObject({ prefix: z.string() })),
    })
    .transform(({ groups, ...data }) => {
      const functions = addPages(data.functions, groups);
      return { ...data, functions, groups: groupItems(functions, groups) };
    }),
);

const jsMember = z.strictObject({
  id: z.string(),
  /** Names of the functions that the section documents: usually one, or a pair. */
  names: z.array(z.string()).min(1),
  group: z.string(),
  kind: z.enum(['selector', 'function', 'method', 'pattern', 'variable']),
  /** Empty for what belongs to no control. */
  appliesTo: z.string(),
  purpose: z.string(),
  /** A sentence that follows the purpose for controls with options, such as a Dropdown. */
  withOptions: z.string().optional(),
  since,
  signatures: z.array(z.string()).min(1),
  params: z.array(parameter.extend({ required: z.union([z.boolean(), z.literal('in grids')]) })),
  /** Empty for variables. */
  returns: z.string(),
  notes: z.array(z.string()),
});

export const jsMembers = declareJsonFile(
  'javascript-members',
  z.strictObject({ groups: pagedGroups, members: z.array(jsMember) }).transform(({ groups, ...data }) => {
    const members = addPages(data.members, groups);
    return { members, groups: groupItems(members, groups) };
  }),
);

const controlProperty = z.strictObject({
  /** The property's label in the properties panel. */
  name: z.string(),
  /** The property's key in the JSON of the form. */
  key: z.string(),
  group: z.string(),
  default: z.string(),
  meaning: z.string(),
  onlyInGrid: z.boolean().default(false),
});

const control = z.strictObject({
  id: z.string(),
  title: z.string(),
  page: z.string(),
  group: z.enum(['web', 'mobile', 'container']),
  purpose: z.string(),
  variableTypes: z.array(z.string()),
  bindsVariable: z.boolean(),
  allowedInGrid: z.boolean(),
  dependent: z.boolean(),
  independent: z.boolean(),
  events: z.array(z.string()),
  properties: z.array(controlProperty),
  behaviour: z.array(z.string()),
  /** Ids of the JavaScript members that are used most. */
  methods: z.array(z.string()),
});

export const formControls = declareJsonFile(
  'controls',
  z.strictObject({ propertyGroups: z.array(titled), controls: z.array(control) }),
);

const permission = z.strictObject({
  id: z.string(),
  group: z.string(),
  meaning: z.string(),
  /** Codes of the roles that hold it as installed. */
  roles: z.array(z.string()),
});

/** Features that not every installation has. */
export const availableFeatures = declareJsonFile(
  'availability',
  z.strictObject({
    features: z.array(
      z
        .strictObject({
          id: z.string(),
          title: z.string(),
          page: z.string(),
          /** Id of the heading that describes it; without one, the page does. */
          heading: z.string().optional(),
          /** Edition that has the feature. Undefined means every edition. */
          edition: z.string().optional(),
          /** First release that surely has it. */
          since: z.string().optional(),
          note: z.string().optional(),
        })
        .refine(({ edition, since }) => edition !== undefined || since !== undefined, {
          error: 'Name the edition or the release.',
        }),
    ),
  }),
);

export const permissionKeys = declareJsonFile(
  'permissions',
  z
    .strictObject({
      page: z.string(),
      roles: z.array(titled),
      groups: z.array(titled),
      permissions: z.array(permission),
    })
    .transform(({ page, groups, roles, ...data }) => {
      const permissions = data.permissions.map((element) => ({ ...element, page }));
      return { permissions, roles, groups: groupItems(permissions, groups) };
    }),
);

export const errorMessages = declareJsonFile(
  'error-messages',
  z.strictObject({
    page: z.string(),
    codes: z.array(
      z.strictObject({ id: z.string(), status: z.int(), meaning: z.string(), causes: z.array(z.string()) }),
    ),
    oauth: z.array(z.strictObject({ id: z.string(), error: z.string(), status: z.int(), when: z.string() })),
  }),
);

export type DataOf<File> = File extends DataFile<infer Data> ? Data : never;
export type PhpData = DataOf<typeof phpFunctions>;
export type JavaScriptData = DataOf<typeof jsMembers>;
export type ControlData = DataOf<typeof formControls>;
export type AvailabilityData = DataOf<typeof availableFeatures>;
export type PermissionData = DataOf<typeof permissionKeys>;
