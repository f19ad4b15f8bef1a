import type { SiteComponentHost } from 'gatehouse/sections';
import { dataComponent, item, level, optionalText, readData } from './component.ts';
import { type ControlData, formControls, jsMembers } from './data.ts';
import { describePurpose, formatMemberLink } from './javascript.ts';
import { linkTo } from './linked-prose.ts';
import { blocks, formatCode, formatHeading, joinWords, prose, table } from './markdown.ts';

const control = item('control', ({ controls }: ControlData) => controls);

/** `<ControlFacts control="textbox" />`: the table that a page of a control begins with. */
export const controlFacts = dataComponent(formControls, { control }, ({ control: one }) => {
  const writeYesNo = (value: boolean) => (value ? 'Yes' : 'No');
  const anyType = one.bindsVariable ? 'Any' : 'None: it holds no value';
  const facts = [
    ['Accepted variable types', one.variableTypes.join(', ') || anyType],
    ['In grids', writeYesNo(one.allowedInGrid)],
    ['Can be a dependent field', writeYesNo(one.dependent)],
    ['Can be an independent field', writeYesNo(one.independent)],
    ['Events', one.events.map(prose).join(', ') || 'None'],
  ] as const;
  return [
    table(facts, [
      ['Property', ([fact]) => `**${fact}**`],
      ['Value', ([, value]) => value],
    ]),
  ];
});

type Property = ControlData['controls'][number]['properties'][number];

/** A property that as many controls have, with the same default and meaning, is described once for all of them. */
const SHARING_CONTROLS_MIN = 4;

/** The article that describes them. */
const sharedPropertiesPlace = {
  page: 'LuranaBPA/BasicFeatures/7Dynaforms/DynaformEditor',
  id: 'shared-properties',
};

/**
 * `<ControlProperties control="textbox" level="2" />`: the heading and a table for each group, which leads to the
 * properties that controls share. With `id="subtitle"`, the ids of the headings begin with it, for a second control on
 * one page.
 */
export const controlProperties = dataComponent(
  formControls,
  { control, level: level(2), id: optionalText },
  ({ control: { properties }, level, id: start, host, data }) => {
    const id = start === undefined ? 'properties' : `${start}-properties`;
    const sharedKeys = new Set(listSharedProperties(data).map(formatPropertyKey));
    const isShared = (property: Property) => sharedKeys.has(formatPropertyKey(property));
    const groups = data.propertyGroups.map((group) => ({
      ...group,
      rows: properties.filter((one) => one.group === group.id),
    }));
    return [
      formatHeading(level, 'Properties', id),
      ...groups
        .filter(({ rows }) => rows.length > 0)
        .map((group) => {
          const ownRows = group.rows.filter((one) => !isShared(one));
          return blocks(
            formatHeading(level + 1, group.title, `${id}-${group.id}`),
            drawPropertyTable(ownRows),
            referToShared(group.rows.filter(isShared), ownRows.length > 0, host),
          );
        }),
    ];
  },
);

/** `<SharedProperties />`: the properties that the sections of the controls refer to. */
export const sharedProperties = dataComponent(formControls, {}, ({ data }) => {
  const properties = listSharedProperties(data);
  return [{ summary: `${properties.length} properties`, parts: [drawPropertyTable(properties)] }];
});

function listSharedProperties({ controls }: ControlData): Property[] {
  const properties = controls.flatMap((one) => one.properties);
  const sameProperties = [...Map.groupBy(properties, formatPropertyKey).values()];
  return sameProperties.flatMap((same) => (same.length >= SHARING_CONTROLS_MIN ? same.slice(0, 1) : []));
}

function formatPropertyKey({ name, default: usual, meaning }: Property): string {
  return [name, usual, meaning].join('\n');
}

/** All such tables of a page have the same widths of columns: see `reference.css`. */
function drawPropertyTable(properties: readonly Property[]): string {
  if (properties.length === 0) return '';
  const rows = table(properties, [
    ['Property', ({ name }) => `**${prose(name)}**`],
    ['Default', (property) => formatDefault(property.default)],
    ['Meaning', ({ meaning }) => prose(meaning)],
  ]);
  return blocks('<div className="same-columns">', rows, '</div>');
}

function referToShared(properties: readonly Property[], hasTable: boolean, host: SiteComponentHost): string {
  if (properties.length === 0) return '';
  const names = joinWords(
    properties.map(({ name }) => `**${prose(name)}**`),
    'and',
  );
  return `${hasTable ? 'Also ' : ''}${names}: see ${linkTo(host, sharedPropertiesPlace, 'shared properties')}.`;
}

/** Formats a default value: a description as text, a value as code. */
function formatDefault(usual: string): string {
  return usual === '' || /^[A-Z]/.test(usual) || /^[a-z]+$|^\d+$/.test(usual)
    ? prose(usual)
    : formatCode(usual);
}

/** `<ControlMethods control="textbox" />`: the most frequent methods, with links to their sections. */
export const controlMethods = dataComponent(
  formControls,
  { control },
  ({ control: { methods, properties }, host }) => {
    const hasOptions = properties.some(({ name }) => name === 'options');
    const members = readData(host, jsMembers)?.members ?? [];
    const used = methods.flatMap((id) => members.find((one) => one.id === id) ?? []);
    return [
      table(used, [
        ['Method', (one) => formatMemberLink(one, host)],
        ['What it does', (one) => prose(describePurpose(one, hasOptions))],
      ]),
    ];
  },
);
