import type { SitePart } from 'gatehouse/sections';
import {
  createGroupAttribute,
  createItemAttribute,
  createLevelAttribute,
  defineDataComponent,
  readTextAttribute,
  reportUnknownName,
} from '../component.ts';
import { removeOwnSections } from '../folded-section.ts';
import { linkTo } from '../linked-prose.ts';
import { formatCode, formatMarkdownTable, formatProse, joinBlocks, joinWords } from '../markdown.ts';
import { writeEndpointSection } from './endpoint-section.ts';
import { type Api, type Endpoint, listEndpointNames, openApi } from './endpoints.ts';
import { writePageStatements } from './page-statements.ts';
import { describeAnswerFields, foldFields } from './schema-table.ts';

const tag = createGroupAttribute('tag', ({ tags }: Api) => tags);

/** `<Endpoint id="listUsers" level="2" request="own">` */
export const endpoint = defineDataComponent(
  openApi,
  {
    id: createItemAttribute('endpoint', ({ endpoints }: Api) => endpoints, listEndpointNames),
    level: createLevelAttribute(2),
    request,
  },
  ({ id: one, level, request, host, data }) =>
    writeEndpointSection(data, one, { level, request, host, children: [{ children: true }] }),
);

function request(choice = 'made') {
  return choice === 'made' || choice === 'own' || choice === 'none'
    ? choice
    : reportUnknownName('request', choice, ['own', 'none']);
}

/** `<Endpoints tag="Users" level="2">`: every endpoint of a tag. */
export const endpoints = defineDataComponent(
  openApi,
  { tag, level: createLevelAttribute(2) },
  ({ tag, level, host, data }) =>
    tag.flatMap((item): SitePart[] =>
      writeEndpointSection(data, item, { level, request: 'made', host, children: [] }),
    ),
);

/**
 * `<EndpointTable tag="Roles, Role users" />`: links to the sections, but for those on this page, and what holds for all
 * of them. With `anchors="moved"` a link to a section that was on this page before finds its row, which leads
 * on.
 */
export const endpointTable = defineDataComponent(
  openApi,
  { tag, anchors: parseAnchors },
  ({ tag, anchors, host }) => [
    formatMarkdownTable(removeOwnSections(tag, host), [
      [
        'Endpoint',
        (one) =>
          `${anchors === 'moved' ? listFormerIds(one) : ''}${linkTo(host, { page: one.page, id: one.heading }, formatCode(`${one.method} ${one.shownPath}`))}`,
      ],
      ['Does', ({ title }) => formatProse(title)],
      [
        'Permission',
        ({ permission, needsToken }) =>
          permission.length > 0
            ? joinWords(permission.map(formatCode), 'or')
            : needsToken
              ? 'Any user'
              : 'None',
      ],
    ]),
    writePageStatements(host, tag),
  ],
);

function parseAnchors(choice = 'none') {
  return choice === 'none' || choice === 'moved'
    ? choice
    : reportUnknownName('kind of anchors', choice, ['moved']);
}

function listFormerIds({ heading, parameters, body }: Endpoint): string {
  const parts = [
    ...(parameters.length > 0 ? ['-parameters'] : []),
    ...(body === undefined ? [] : ['-body']),
    '-request',
    '-answer',
  ];
  return ['', ...parts].map((part) => `<span id="${heading}${part}" />`).join('');
}

/** `<SchemaFields name="User" anchor="user-object" />`: sections below refer to it instead of repeating it. */
export const schemaFields = defineDataComponent(
  openApi,
  { name: createItemAttribute('schema', listSchemas), anchor: readTextAttribute },
  ({ name: { id, schema }, anchor, host, data }) => {
    const place = `[${formatCode(id)}](#${anchor})`;
    const fields = describeAnswerFields(data.document, schema, place, host);
    return [joinBlocks(fields.references.join(' '), foldFields(fields))];
  },
);

function listSchemas({ document }: Api) {
  return Object.entries(document.components.schemas).map(([id, schema]) => ({ id, schema }));
}
