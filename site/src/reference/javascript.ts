import type { SiteComponentHost } from 'gatehouse/sections';
import { dataComponent, item, level, oneOfGroups } from './component.ts';
import { type JavaScriptData, jsMembers } from './data.ts';
import { linkedProse, linkTo } from './linked-prose.ts';
import {
  blocks,
  bullets,
  fence,
  formatCode,
  heading,
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
  ({ name: one, level, host }) => [
    sectionStart(one, level, host),
    { children: true },
    bullets(one.notes.map((note) => linkedProse(host, note, one.id))),
  ],
);

/** `<JsMemberTable group="value" />`: what there is, with links to the sections. */
export const jsMemberTable = dataComponent(
  jsMembers,
  { group: oneOfGroups('group of JavaScript members', ({ groups }: JavaScriptData) => groups, 'all') },
  ({ group: members, host }) => [
    table(members, [
      ['Member', (one) => memberLink(one, host)],
      ['Applies to', ({ appliesTo }) => prose(upperFirst(appliesTo))],
      ['Does', ({ purpose }) => prose(purpose)],
    ]),
  ],
);

export function memberLink(member: JsMember, host: SiteComponentHost): string {
  return linkTo(host, member, joinWords(member.names.map(formatCode), 'and'));
}

function sectionStart(one: JsMember, level: number, host: SiteComponentHost): string {
  const words = (text: string) => linkedProse(host, text, one.id);
  return blocks(
    heading(level, joinWords(one.kind === 'selector' ? one.names.map(formatCode) : one.names, 'and'), one.id),
    words(one.purpose),
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
