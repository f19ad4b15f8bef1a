import { dataComponent, item, level, optionalText, readData } from './component.ts';
import { type ControlData, formControls, jsMembers } from './data.ts';
import { memberLink } from './javascript.ts';
import { blocks, formatCode, heading, prose, table } from './markdown.ts';

const control = item('control', ({ controls }: ControlData) => controls);

/** `<ControlFacts control="textbox" />`: the table that a page of a control begins with. */
export const controlFacts = dataComponent(formControls, { control }, ({ control: one }) => {
  const yesNo = (value: boolean) => (value ? 'Yes' : 'No');
  const anyType = one.bindsVariable ? 'Any' : 'None: it holds no value';
  const facts = [
    ['Accepted variable types', one.variableTypes.join(', ') || anyType],
    ['In grids', yesNo(one.allowedInGrid)],
    ['Can be a dependent field', yesNo(one.dependent)],
    ['Can be an independent field', yesNo(one.independent)],
    ['Events', one.events.map(prose).join(', ') || 'None'],
  ] as const;
  return [
    table(facts, [
      ['Property', ([fact]) => `**${fact}**`],
      ['Value', ([, value]) => value],
    ]),
  ];
});

/**
 * `<ControlProperties control="textbox" level="2" />`: the heading and a table for each group.
 * With `id="subtitle"`, the ids of the headings begin with it, for a second control on one page.
 */
export const controlProperties = dataComponent(
  formControls,
  { control, level: level(2), id: optionalText },
  ({ control: { properties }, level, id: start, data }) => {
    const id = start === undefined ? 'properties' : `${start}-properties`;
    const groups = data.propertyGroups.map((group) => ({
      ...group,
      rows: properties.filter((one) => one.group === group.id),
    }));
    return [
      heading(level, 'Properties', id),
      ...groups
        .filter(({ rows }) => rows.length > 0)
        .map((group) =>
          blocks(
            heading(level + 1, group.title, `${id}-${group.id}`),
            table(group.rows, [
              ['Property', ({ name }) => `**${prose(name)}**`],
              ['Default', (property) => defaultValue(property.default)],
              ['Meaning', ({ meaning }) => prose(meaning)],
            ]),
          ),
        ),
    ];
  },
);

/** Words stay words, what is typed is code. */
function defaultValue(usual: string): string {
  return usual === '' || /^[A-Z]/.test(usual) || /^[a-z]+$|^\d+$/.test(usual)
    ? prose(usual)
    : formatCode(usual);
}

/** `<ControlMethods control="textbox" />`: the most frequent methods, with links to their sections. */
export const controlMethods = dataComponent(formControls, { control }, ({ control: { methods }, host }) => {
  const members = readData(host, jsMembers)?.members ?? [];
  const used = methods.flatMap((id) => members.find((one) => one.id === id) ?? []);
  return [
    table(used, [
      ['Method', (one) => memberLink(one, host)],
      ['What it does', ({ purpose }) => prose(purpose)],
    ]),
  ];
});
