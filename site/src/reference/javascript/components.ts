import type { SiteComponent, SiteComponentHost, SiteRefusal } from 'gatehouse/sections';
import { dataFiles } from '../data-files.ts';
import { linkedProse } from '../linked-prose.ts';
import { blocks, code, fence, heading, listOf, prose, table } from '../markdown.ts';
import { dataOf, isRefusal, levelOf, linkTo, required, unknownName, unknownProps } from '../requests.ts';
import { type JavaScriptData, type JsMember, parseJavaScriptData } from './members.ts';

/** `<JsMember name="getValue" level="3">examples</JsMember>` */
export const jsMember: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['name', 'level']);
  if (wrong) return wrong;
  const name = required(props, 'name');
  const level = levelOf(props, 3);
  const data = javaScriptData(host);
  if (isRefusal(name)) return name;
  if (isRefusal(level)) return level;
  if (isRefusal(data)) return data;
  const found = data.members.find((one) => one.id === name);
  if (!found)
    return unknownName(
      'JavaScript member',
      name,
      data.members.map(({ id }) => id),
    );
  return [sectionStart(found, level, host), { children: true }, sectionEnd(found, host)];
};

/** `<JsMemberTable group="value" />`: what there is, with links to the sections. */
export const jsMemberTable: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['group']);
  if (wrong) return wrong;
  const data = javaScriptData(host);
  if (isRefusal(data)) return data;
  const known = data.groups.map(({ id }) => id);
  const groups = props.group?.split(',').map((group) => group.trim()) ?? known;
  const unknown = groups.find((group) => !known.includes(group));
  if (unknown !== undefined) return unknownName('group of JavaScript members', unknown, known);
  const rows = groups.flatMap((group) =>
    data.members
      .filter((one) => one.group === group)
      .map((one) => [memberLink(data, one, host), prose(upperFirst(one.appliesTo)), prose(one.purpose)]),
  );
  return [table(['Member', 'Applies to', 'Does'], rows)];
};

export function javaScriptData(host: SiteComponentHost): JavaScriptData | SiteRefusal {
  return dataOf(host, dataFiles.javascript, parseJavaScriptData);
}

export function memberLink({ groups }: JavaScriptData, member: JsMember, host: SiteComponentHost): string {
  const page = groups.find(({ id }) => id === member.group)?.page ?? '';
  return linkTo(host, page, member.id, listOf(member.names.map(code), 'and'));
}

function sectionStart(one: JsMember, level: number, host: SiteComponentHost): string {
  const words = (text: string) => linkedProse(host, text, one.id);
  const rows = one.params.map((param) => [
    code(param.name),
    param.type,
    param.required === 'in grids' ? 'In grids' : param.required ? 'Yes' : 'No',
    words(param.meaning),
  ]);
  return blocks(
    heading(level, listOf(one.kind === 'selector' ? one.names.map(code) : one.names, 'and'), one.id),
    words(one.purpose),
    fence('js', one.signatures.join('\n'), 'Signature'),
    table(['Parameter', 'Type', 'Required', 'Meaning'], rows),
    one.appliesTo === '' ? '' : `**Applies to:** ${words(one.appliesTo)}.`,
    one.returns === '' ? '' : `**Returns:** ${lowerFirst(words(one.returns))}`,
  );
}

function sectionEnd({ id, notes }: JsMember, host: SiteComponentHost): string {
  return notes.map((note) => `- ${linkedProse(host, note, id)}`).join('\n');
}

function upperFirst(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function lowerFirst(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
