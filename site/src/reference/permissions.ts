import { createGroupAttribute, createLevelAttribute, defineDataComponent } from './component.ts';
import { type PermissionData, permissionKeys } from './data.ts';
import { linkTo } from './linked-prose.ts';
import {
  formatCode,
  formatHeading,
  formatMarkdownTable,
  formatProse,
  joinBlocks,
  joinWords,
} from './markdown.ts';

type Permission = PermissionData['permissions'][number];

/** `<Permissions group="setup" level="3" />`: a section for each permission key of a group, which readers open. */
export const permissions = defineDataComponent(
  permissionKeys,
  {
    group: createGroupAttribute('group of permissions', ({ groups }: PermissionData) => groups),
    level: createLevelAttribute(3),
  },
  ({ group, level }) => [
    {
      summary: group.length === 1 ? '1 permission key' : `${group.length} permission keys`,
      parts: group.map(({ id, meaning, roles }) => {
        const holders = roles.length === 0 ? 'no role' : joinWords(roles.map(formatCode), 'and');
        return joinBlocks(
          formatHeading(level, id, id),
          formatProse(meaning),
          `**Held as installed by:** ${holders}.`,
        );
      }),
    },
  ],
);

/** `<PermissionTable group="setup" />`: the keys of one group, or all, against the roles as installed. */
export const permissionTable = defineDataComponent(
  permissionKeys,
  { group: createGroupAttribute('group of permissions', ({ groups }: PermissionData) => groups, 'all') },
  ({ group, host, data: { permissions, roles } }) => [
    formatMarkdownTable(
      // The permissions keep the order of `permissions`, not that of the group.
      permissions.filter((permission) => group.includes(permission)),
      [
        ['Permission', (one) => linkTo(host, one, formatCode(one.id))],
        ...roles.map(
          ({ id, title }) => [title, (one: Permission) => (one.roles.includes(id) ? 'Yes' : 'No')] as const,
        ),
      ],
    ),
  ],
);
