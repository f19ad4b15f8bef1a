import type { SiteComponentHost } from 'gatehouse/sections';
import { formatReleaseBadge } from './availability.ts';
import { dataComponent, item, level, oneOfGroups } from './component.ts';
import { type JavaScriptData, jsMembers } from './data.ts';
import { foldSection, removeOwnSections } from './folded-section.ts';
import { linkProse, linkTo } from './linked-prose.ts';
import {
  blocks,
  bullets,
  fence,
  formatCode,
  formatHeading,
  joinWords,
  lowerFirst,
  prose,
  table,
  upperFirst,
} from './markdown.ts';

type JsMember = JavaScriptData['members'][number];

/** `<JsMember name="getValue" level="3">examples</JsMember>` */
export const jsMember = dataComponent(
  jsMembers,
  { name: item('JavaScript member', ({ members }: JavaScriptData) => members), level: level(3) },
  ({ name: one, level, host }) =>
    foldSection({
      head: blocks(
        formatHeading(level, formatTitle(one), one.id),
        formatReleaseBadge(one),
        linkProse(host, describePurpose(one, true), one.id),
      ),
      summary: joinWords(one.signatures.map(formatCode), 'or'),
      parts: [
        formatDetails(one, host),
        { children: true },
        bullets(one.notes.map((note) => linkProse(host, note, one.id))),
      ],
    }),
);

/** `<JsMemberTable group="value" />`: links to the sections, except those on this page. */
export const jsMemberTable = dataComponent(
  jsMembers,
  { group: oneOfGroups('group of JavaScript members', ({ groups }: JavaScriptData) => groups, 'all') },
  ({ group: members, host }) => [
    table(removeOwnSections(members, host), [
      ['Member', (one) => formatMemberLink(one, host)],
      ['Applies to', ({ appliesTo }) => prose(upperFirst(appliesTo))],
      ['Does', (one) => prose(describePurpose(one, true))],
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
  return blocks(
    fence('js', one.signatures.join('\n'), 'Signature'),
    table(one.params, [
      ['Parameter', ({ name }) => formatCode(name)],
      ['Type', ({ type }) => type],
      ['Required', ({ required }) => (required === 'in grids' ? 'In grids' : required ? 'Yes' : 'No')],
      ['Meaning', ({ meaning }) => words(meaning)],
    ]),
    one.appliesTo === '' ? '' : `**Applies to:** ${words(one.appliesTo)}.`,
    one.returns === '' ? '' : `**Returns:** ${lowerFirst(words(one.returns))}`,
  );
}
