import type { SiteComponent, SiteComponentHost, SitePart, SiteProps, SiteRefusal } from 'gatehouse/sections';
import { dataFiles } from '../data-files.ts';
import { javaScriptData, memberLink } from '../javascript/components.ts';
import { blocks, code, heading, prose, table } from '../markdown.ts';
import { dataOf, isRefusal, levelOf, required, unknownName, unknownProps } from '../requests.ts';
import { type Control, type ControlData, type ControlProperty, parseControlData } from './controls.ts';

/** `<ControlFacts control="textbox" />`: the table that a page of a control begins with. */
export const controlFacts: SiteComponent = (props, host) =>
  withControl(props, ['control'], host, (control) => {
    const yesNo = (value: boolean) => (value ? 'Yes' : 'No');
    const rows = [
      [
        '**Accepted variable types**',
        control.variableTypes.join(', ') || (control.bindsVariable ? 'Any' : 'None: it holds no value'),
      ],
      ['**In grids**', yesNo(control.allowedInGrid)],
      ['**Can be a dependent field**', yesNo(control.dependent)],
      ['**Can be an independent field**', yesNo(control.independent)],
      ['**Events**', control.events.map(prose).join(', ') || 'None'],
    ];
    return [table(['', ''], rows)];
  });

/**
 * `<ControlProperties control="textbox" level="2" />`: the heading and a table for each group.
 * With `id="subtitle"`, the ids of the headings begin with it, for a second control on one page.
 */
export const controlProperties: SiteComponent = (props, host) =>
  withControl(props, ['control', 'level', 'id'], host, (control, { propertyGroups }) => {
    const level = levelOf(props, 2);
    if (isRefusal(level)) return level;
    const id = props.id === undefined ? 'properties' : `${props.id}-properties`;
    const groups = propertyGroups.flatMap((group) => {
      const properties = control.properties.filter((one) => one.group === group.id);
      if (properties.length === 0) return [];
      return [blocks(heading(level + 1, group.title, `${id}-${group.id}`), propertyTable(properties))];
    });
    return [blocks(heading(level, 'Properties', id), ...groups)];
  });

/** `<ControlMethods control="textbox" />`: the most frequent methods, with links to their sections. */
export const controlMethods: SiteComponent = (props, host) =>
  withControl(props, ['control'], host, (control) => {
    const data = javaScriptData(host);
    if (isRefusal(data)) return data;
    const rows = control.methods.flatMap((id) => {
      const member = data.members.find((one) => one.id === id);
      return member ? [[memberLink(data, member, host), prose(member.purpose)]] : [];
    });
    return [table(['Method', 'What it does'], rows)];
  });

function withControl(
  props: SiteProps,
  known: readonly string[],
  host: SiteComponentHost,
  make: (control: Control, data: ControlData) => SitePart[] | SiteRefusal,
): SitePart[] | SiteRefusal {
  const wrong = unknownProps(props, known);
  if (wrong) return wrong;
  const id = required(props, 'control');
  if (isRefusal(id)) return id;
  const data = dataOf(host, dataFiles.controls, parseControlData);
  if (isRefusal(data)) return data;
  const control = data.controls.find((one) => one.id === id);
  return control
    ? make(control, data)
    : unknownName(
        'control',
        id,
        data.controls.map((one) => one.id),
      );
}

function propertyTable(properties: readonly ControlProperty[]): string {
  const rows = properties.map(({ name, default: usual, meaning }) => [
    `**${prose(name)}**`,
    defaultValue(usual),
    prose(meaning),
  ]);
  return table(['Property', 'Default', 'Meaning'], rows);
}

/** Words stay words, what is typed is code. */
function defaultValue(usual: string): string {
  return usual === '' || /^[A-Z]/.test(usual) || /^[a-z]+$|^\d+$/.test(usual) ? prose(usual) : code(usual);
}
