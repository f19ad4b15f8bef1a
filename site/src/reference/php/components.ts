import type { SiteComponent, SiteComponentHost, SiteRefusal } from 'gatehouse/sections';
import { dataFiles } from '../data-files.ts';
import { linkedProse } from '../linked-prose.ts';
import { blocks, code, fence, heading, prose, table } from '../markdown.ts';
import { dataOf, isRefusal, levelOf, linkTo, required, unknownName, unknownProps } from '../requests.ts';
import { type PhpData, type PhpFunction, parsePhpData, phpSignature } from './functions.ts';

/** `<PhpFunction name="executeQuery" level="2">examples</PhpFunction>` */
export const phpFunction: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['name', 'level']);
  if (wrong) return wrong;
  const name = required(props, 'name');
  const level = levelOf(props, 2);
  const data = phpData(host);
  if (isRefusal(name)) return name;
  if (isRefusal(level)) return level;
  if (isRefusal(data)) return data;
  const found = data.functions.find((one) => one.id === name);
  if (!found)
    return unknownName(
      'PHP function',
      name,
      data.functions.map(({ id }) => id),
    );
  return [sectionStart(found, level, host), { children: true }, sectionEnd(found, level, host)];
};

/** `<PhpFunctionTable group="case, case-notes" />`: what there is, with links to the sections. */
export const phpFunctionTable: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['group']);
  if (wrong) return wrong;
  const data = phpData(host);
  if (isRefusal(data)) return data;
  const groups = props.group?.split(',').map((group) => group.trim()) ?? data.groups.map(({ id }) => id);
  const pages = new Map(data.groups.map(({ id, page }) => [id, page]));
  const unknown = groups.find((group) => !pages.has(group));
  if (unknown !== undefined) return unknownName('group of PHP functions', unknown, pages.keys());
  const rows = groups.flatMap((group) =>
    data.functions
      .filter((one) => one.group === group)
      .map((one) => [linkTo(host, pages.get(group) ?? '', one.id, code(one.name)), prose(one.purpose)]),
  );
  return [table(['Function', 'Does'], rows)];
};

/** `<SystemVariables />` */
export const systemVariables: SiteComponent = (props, host) => {
  const data = phpData(host);
  if (isRefusal(data)) return data;
  const rows = data.systemVariables.map(({ name, type, meaning }) => [
    name.split(' / ').map(code).join(', '),
    type,
    prose(meaning),
  ]);
  return unknownProps(props, []) ?? [table(['Variable', 'Type', 'Meaning'], rows)];
};

/** `<PhpHelpers />`: the helper methods that triggers can call. */
export const phpHelpers: SiteComponent = (props, host) => {
  const data = phpData(host);
  if (isRefusal(data)) return data;
  const rows = data.helpers.map(({ signature, purpose }) => [code(signature), prose(purpose)]);
  return unknownProps(props, []) ?? [table(['Method', 'Does'], rows)];
};

function phpData(host: SiteComponentHost): PhpData | SiteRefusal {
  return dataOf(host, dataFiles.php, parsePhpData);
}

function sectionStart(one: PhpFunction, level: number, host: SiteComponentHost): string {
  const words = (text: string) => linkedProse(host, text, one.id);
  const rows = one.params.map((param) => [
    code(param.name),
    param.type,
    param.required ? 'Yes' : 'No',
    param.default === undefined ? '' : code(param.default),
    words(param.meaning),
  ]);
  const part = (title: string, id: string) => heading(level + 1, title, `${one.id}-${id}`);
  return blocks(
    heading(level, one.name, one.id),
    words(one.purpose),
    fence('php', phpSignature(one), 'Signature'),
    rows.length === 0
      ? 'It takes no parameters.'
      : blocks(
          part('Parameters', 'parameters'),
          table(['Parameter', 'Type', 'Required', 'Default', 'Meaning'], rows),
        ),
    blocks(part('Return value', 'return'), words(one.returns)),
  );
}

function sectionEnd(one: PhpFunction, level: number, host: SiteComponentHost): string {
  if (one.notes.length === 0) return '';
  return blocks(
    heading(level + 1, 'Caveats', `${one.id}-caveats`),
    one.notes.map((note) => `- ${linkedProse(host, note, one.id)}`).join('\n'),
  );
}
