import { z } from 'zod';
import { canonicalText } from '../shared/canonical-text.ts';
import { PUBLIC, READERS } from './constants.ts';

const groupName = z
  .string('must be the name of a group')
  .regex(/^[a-z\d][a-z\d_-]{0,62}$/i, 'must be letters, digits, - and _, at most 63')
  .refine((name) => name !== PUBLIC && name !== READERS, `must not be "${PUBLIC}" or "${READERS}"`);

/** A group that accounts may be in: its name, or an object that says more of it. */
export const groupSchema = z
  .union([
    groupName,
    z.strictObject({
      name: groupName,
      /** As administrators read it; default: the name. */
      label: z.string().min(1).optional(),
      description: z.string().default(''),
      /** Values of the provider's claim (`OIDC_GROUPS_CLAIM`) that stand for it; default: its name. */
      claims: z.array(z.string().min(1)).optional(),
    }),
  ])
  .transform((group) => {
    if (typeof group === 'string') return { name: group, label: group, description: '', claims: [group] };
    const { name, label = name, description, claims = [name] } = group;
    return { name, label, description, claims: claims.map(canonicalText) };
  });

export function isGroupName(text: string): boolean {
  return groupName.safeParse(text).success;
}

export type Group = z.infer<typeof groupSchema>;

const described = `must be ${PUBLIC}, ${READERS}, a group, or a list of groups`;
const names = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)], described);

/** Without a limit: in a sidebar, which is no folder. */
export const namedAudienceSchema = names;

/** `limit`: nothing below may be for anybody else. */
export const audienceSchema = z.union(
  [names, z.strictObject({ for: names, limit: z.boolean().optional() })],
  described,
);

/** An audience as it is written in front matter, in a `_category_` file or in the configuration. */
export type WrittenAudience = z.infer<typeof audienceSchema>;

export function readAudience(written: WrittenAudience): { names: readonly string[]; limit: boolean } {
  const isPlain = typeof written === 'string' || Array.isArray(written);
  const said = isPlain ? written : written.for;
  return {
    names: typeof said === 'string' ? [said] : said,
    limit: isPlain ? false : (written.limit ?? false),
  };
}
