import { z } from 'zod';
import { toCanonicalText } from '../shared/canonical-text.ts';
import { PUBLIC, READERS } from './constants.ts';

const groupName = z
  .string('must be the name of a group')
  .regex(/^[a-z\d][a-z\d_-]{0,62}$/i, 'must be letters, digits, - and _, at most 63')
  .refine((name) => name !== PUBLIC && name !== READERS, `must not be "${PUBLIC}" or "${READERS}"`);

/** A group that accounts can be in: its name, or an object with its name and details. */
export const groupSchema = z
  .union([
    groupName,
    z.strictObject({
      name: groupName,
      /** Name shown to administrators. Default: the name. */
      label: z.string().min(1).optional(),
      description: z.string().default(''),
      /**
       * Values of the identity provider's claim (`OIDC_GROUPS_CLAIM`) that put a user in the group. Default: its name.
       */
      claims: z.array(z.string().min(1)).optional(),
    }),
  ])
  .transform((group) => {
    if (typeof group === 'string') return { name: group, label: group, description: '', claims: [group] };
    const { name, label = name, description, claims = [name] } = group;
    return { name, label, description, claims: claims.map(toCanonicalText) };
  });

/** Whether a text can be the name of a group. */
export function isGroupName(text: string): boolean {
  return groupName.safeParse(text).success;
}

export type Group = z.infer<typeof groupSchema>;

const rule = `must be ${PUBLIC}, ${READERS}, a group, or a list of groups`;
const names = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)], rule);

/** Audience of a sidebar item. It can't have a limit, because a sidebar isn't a folder. */
export const namedAudienceSchema = names;

/** `limit: true` makes it an error for anything below to be visible to anyone else. */
export const audienceSchema = z.union(
  [names, z.strictObject({ for: names, limit: z.boolean().optional() })],
  rule,
);

/** An audience as front matter, a `_category_` file or the configuration states it. */
export type WrittenAudience = z.infer<typeof audienceSchema>;

/** Returns the names of a written audience as a list, and whether it is a limit. */
export function readAudience(audience: WrittenAudience): { names: readonly string[]; limit: boolean } {
  const isPlain = typeof audience === 'string' || Array.isArray(audience);
  const audienceNames = isPlain ? audience : audience.for;
  return {
    names: typeof audienceNames === 'string' ? [audienceNames] : audienceNames,
    limit: isPlain ? false : (audience.limit ?? false),
  };
}
