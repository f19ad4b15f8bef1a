import type { SitePart } from 'gatehouse/sections';
import { dataComponent, item, itemsOf, level, text, unknownName } from '../component.ts';
import { linkTo } from '../linked-prose.ts';
import { code, listOf, prose, table } from '../markdown.ts';
import { endpointSection } from './endpoint-section.ts';
import { type Api, endpointNames, openApi } from './endpoints.ts';
import { answerTable } from './schema-table.ts';

const tag = itemsOf('tag', ({ tags }: Api) => tags);

/** `<Endpoint id="listUsers" level="2" request="own">` */
export const endpoint = dataComponent(
  openApi,
  { id: item('endpoint', ({ endpoints }: Api) => endpoints, endpointNames), level: level(2), request },
  ({ id: one, level, request, host, data }) => endpointSection(data, one, { level, request, host }),
);

function request(written = 'made') {
  return written === 'made' || written === 'own' || written === 'none'
    ? written
    : unknownName('request', written, ['own', 'none']);
}

/** `<Endpoints tag="Users" level="2">`: every endpoint of a tag. */
export const endpoints = dataComponent(openApi, { tag, level: level(2) }, ({ tag, level, host, data }) =>
  tag.flatMap((one): SitePart[] =>
    endpointSection(data, one, { level, request: 'made', host }).filter((part) => typeof part === 'string'),
  ),
);

/** `<EndpointTable tag="Roles, Role users" />`: what there is, with links to the sections. */
export const endpointTable = dataComponent(openApi, { tag }, ({ tag, host }) => [
  table(tag, [
    [
      'Endpoint',
      ({ method, shownPath, page, heading }) =>
        linkTo(host, { page, id: heading }, code(`${method} ${shownPath}`)),
    ],
    ['Does', ({ title }) => prose(title)],
    [
      'Permission',
      ({ permission, needsToken }) =>
        permission.length > 0 ? listOf(permission.map(code), 'or') : needsToken ? 'Any user' : 'None',
    ],
  ]),
]);

/** `<SchemaFields name="User" anchor="user-object" />`: sections below refer to it instead of repeating it. */
export const schemaFields = dataComponent(
  openApi,
  { name: item('schema', schemasOf), anchor: text },
  ({ name: { id, schema }, anchor, host, data }) => {
    host.said.set(id, anchor);
    return [answerTable(data.document, schema)];
  },
);

function schemasOf({ document }: Api) {
  return Object.entries(document.components.schemas).map(([id, schema]) => ({ id, schema }));
}
