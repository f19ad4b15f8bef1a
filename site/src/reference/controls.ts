import type { SiteComponentHost } from 'gatehouse/sections';
import {
  createItemAttribute,
  createLevelAttribute,
  defineDataComponent,
  readData,
  readOptionalText,
} from './component.ts';
import { type ControlData, formControls, jsMembers } from './data.ts';
import { describePurpose, formatMemberLink } from './javascript.ts';
import { linkTo } from './linked-prose.ts';
import {
  formatCode,
  formatHeading,
  formatMarkdownTable,
  formatProse,
  joinBlocks,
  joinWords,
} from './markdown.ts';

const control = createItemAttribute('control', ({ controls }: ControlData) => controls);

/** `<ControlFacts control="textbox" />`: the table that a page of a control begins with. */
export const controlFacts = defineDataComponent(formControls, { control }, ({ control: one }) => {
  const writeYesNo = (value: boolean) => (value ? 'Yes' : 'No');
  const anyType = one.bindsVariable ? 'Any' : 'None: it holds no value';
  const facts = [
    ['Accepted variable types', one.variableTypes.join(', ') || anyType],
    ['In grids', writeYesNo(one.allowedInGrid)],
    ['Can be a dependent field', writeYesNo(one.dependent)],
    ['Can be an independent field', writeYesNo(one.independent)],
    ['Events', one.events.map(formatProse).join(', ') || 'None'],
  ] as const;
  return [
    formatMarkdownTable(facts, [
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
export const controlProperties = defineDataComponent(
  formControls,
  { control, level: createLevelAttribute(2), id: readOptionalText },
  ({ control: { properties }, level, id: start, host, data }) => {
    const id = start === undefined ? 'properties' : `${start}-properties`;
    const sharedKeys = new Set(listSharedProperties(data).map(formatPropertyKey));
    const isShared = (property: Property) => sharedKeys.has(formatPropertyKey(property));
    const groups = data.propertyGroups.map((group) => ({
      ...group,
      rows: properties.filter((candidate) => candidate.group === group.id),
    }));
    return [
      formatHeading(level, 'Properties', id),
      ...groups
        .filter(({ rows }) => rows.length > 0)
        .map((group) => {
          const ownRows = group.rows.filter((row) => !isShared(row));
          return joinBlocks(
            formatHeading(level + 1, group.title, `${id}-${group.id}`),
            drawPropertyTable(ownRows),
            referToShared(group.rows.filter(isShared), ownRows.length > 0, host),
          );
        }),
    ];
  },
);

/** `<SharedProperties />`: the properties that the sections of the controls refer to. */
export const sharedProperties = defineDataComponent(formControls, {}, ({ data }) => {
  const properties = listSharedProperties(data);
  return [{ summary: `${properties.length} properties`, parts: [drawPropertyTable(properties)] }];
});

function listSharedProperties({ controls }: ControlData): Property[] {
  const properties = controls.flatMap((item) => item.properties);
  const sameProperties = [...Map.groupBy(properties, formatPropertyKey).values()];
  return sameProperties.flatMap((equalProperties) =>
    equalProperties.length >= SHARING_CONTROLS_MIN ? equalProperties.slice(0, 1) : [],
  );
}

function formatPropertyKey({ name, default: defaultText, meaning }: Property): string {
  return [name, defaultText, meaning].join('\n');
}

/** Draws a table of properties. All of them on a page have the same widths of columns: see `reference.css`. */
function drawPropertyTable(properties: readonly Property[]): string {
  if (properties.length === 0) return '';
  const rows = formatMarkdownTable(properties, [
    ['Property', ({ name }) => `**${formatProse(name)}**`],
    ['Default', (property) => formatDefault(property.default)],
    ['Meaning', ({ meaning }) => formatProse(meaning)],
  ]);
  return joinBlocks('<div className="same-columns">', rows, '</div>');
}

function referToShared(properties: readonly Property[], hasTable: boolean, host: SiteComponentHost): string {
  if (properties.length === 0) return '';
  const names = joinWords(
    properties.map(({ name }) => `**${formatProse(name)}**`),
    'and',
  );
  return `${hasTable ? 'Also ' : ''}${names}: see ${linkTo(host, sharedPropertiesPlace, 'shared properties')}.`;
}

/** Formats a default value: a description as text, a value as code. */
function formatDefault(defaultText: string): string {
  return defaultText === '' || /^[A-Z]/.test(defaultText) || /^[a-z]+$|^\d+$/.test(defaultText)
    ? formatProse(defaultText)
    : formatCode(defaultText);
}

/** `<ControlMethods control="textbox" />`: the most frequent methods, with links to their sections. */
export const controlMethods = defineDataComponent(
  formControls,
  { control },
  ({ control: { methods, properties }, host }) => {
    const hasOptions = properties.some(({ name }) => name === 'options');
    const members = readData(host, jsMembers)?.members ?? [];
    const used = methods.flatMap((id) => members.find((member) => member.id === id) ?? []);
    return [
      formatMarkdownTable(used, [
        ['Method', (one) => formatMemberLink(one, host)],
        ['What it does', (one) => formatProse(describePurpose(one, hasOptions))],
      ]),
    ];
  },
);
