import type { SiteComponentHost } from 'gatehouse/sections';
import { formatReleaseBadge } from './availability.ts';
import {
  createGroupAttribute,
  createItemAttribute,
  createLevelAttribute,
  defineDataComponent,
} from './component.ts';
import { type JavaScriptData, jsMembers } from './data.ts';
import { foldSection, removeOwnSections } from './folded-section.ts';
import { linkProse, linkTo } from './linked-prose.ts';
import {
  capitalize,
  formatBullets,
  formatCode,
  formatFence,
  formatHeading,
  formatMarkdownTable,
  formatProse,
  joinBlocks,
  joinWords,
  lowerFirst,
} from './markdown.ts';

type JsMember = JavaScriptData['members'][number];

/** `<JsMember name="getValue" level="3">examples</JsMember>` */
export const jsMember = defineDataComponent(
  jsMembers,
  {
    name: createItemAttribute('JavaScript member', ({ members }: JavaScriptData) => members),
    level: createLevelAttribute(3),
  },
  ({ name: one, level, host }) =>
    foldSection({
      head: joinBlocks(
        formatHeading(level, formatTitle(one), one.id),
        formatReleaseBadge(one),
        linkProse(host, describePurpose(one, true), one.id),
      ),
      summary: joinWords(one.signatures.map(formatCode), 'or'),
      parts: [
        formatDetails(one, host),
        { children: true },
        formatBullets(one.notes.map((note) => linkProse(host, note, one.id))),
      ],
    }),
);

/** `<JsMemberTable group="value" />`: links to the sections, except those on this page. */
export const jsMemberTable = defineDataComponent(
  jsMembers,
  {
    group: createGroupAttribute('group of JavaScript members', ({ groups }: JavaScriptData) => groups, 'all'),
  },
  ({ group: members, host }) => [
    formatMarkdownTable(removeOwnSections(members, host), [
      ['Member', (one) => formatMemberLink(one, host)],
      ['Applies to', ({ appliesTo }) => formatProse(capitalize(appliesTo))],
      ['Does', (one) => formatProse(describePurpose(one, true))],
    ]),
  ],
);

export function describePurpose({ purpose, withOptions }: JsMember, hasOptions: boolean): string {
  return hasOptions && withOptions !== undefined ? `${purpose} ${withOptions}` : purpose;
}

export function formatMemberLink(member: JsMember, host: SiteComponentHost): string {
  return linkTo(host, member, joinWords(member.names.map(formatCode), 'and'));
}

function formatTitle({ kind, names }: JsMember): string {
  return joinWords(kind === 'selector' ? names.map(formatCode) : names, 'and');
}

function formatDetails(one: JsMember, host: SiteComponentHost): string {
  const words = (text: string) => linkProse(host, text, one.id);
  return joinBlocks(
    formatFence('js', one.signatures.join('\n'), 'Signature'),
    formatMarkdownTable(one.params, [
      ['Parameter', ({ name }) => formatCode(name)],
      ['Type', ({ type }) => type],
      ['Required', ({ required }) => (required === 'in grids' ? 'In grids' : required ? 'Yes' : 'No')],
      ['Meaning', ({ meaning }) => words(meaning)],
    ]),
    one.appliesTo === '' ? '' : `**Applies to:** ${words(one.appliesTo)}.`,
    one.returns === '' ? '' : `**Returns:** ${lowerFirst(words(one.returns))}`,
  );
}
