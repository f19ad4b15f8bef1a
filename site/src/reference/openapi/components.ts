import type { SiteComponent, SiteComponentHost, SitePart, SiteRefusal } from 'gatehouse/sections';
import { dataFiles } from '../data-files.ts';
import { linkedProse } from '../linked-prose.ts';
import { blocks, code, listOf, prose, table } from '../markdown.ts';
import {
  dataOf,
  isRefusal,
  levelOf,
  linkTo,
  refusal,
  required,
  unknownName,
  unknownProps,
} from '../requests.ts';
import { endpointSection, type SectionOptions } from './endpoint-section.ts';
import { type Api, type Endpoint, findEndpoint, parseApi } from './endpoints.ts';
import { answerTable } from './schema-table.ts';

/** `<Endpoint id="listUsers" level="2" request="own">` */
export const endpoint: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['id', 'level', 'request']);
  if (wrong) return wrong;
  const id = required(props, 'id');
  const level = levelOf(props, 2);
  const api = apiOf(host);
  if (isRefusal(id)) return id;
  if (isRefusal(level)) return level;
  if (isRefusal(api)) return api;
  const found = findEndpoint(api, id);
  if (!found) return unknownEndpoint(api, id);
  const { request = 'made' } = props;
  if (request !== 'made' && request !== 'own' && request !== 'none')
    return unknownName('request', request, ['own', 'none']);
  return endpointSection(api, found, { ...pageOptions(host), level, request });
};

/** `<Endpoints tag="Users" level="2">`: every endpoint of a tag. */
export const endpoints: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['tag', 'level']);
  if (wrong) return wrong;
  const level = levelOf(props, 2);
  if (isRefusal(level)) return level;
  return withTags(props.tag, host, (api, chosen) =>
    chosen.flatMap((one): SitePart[] =>
      endpointSection(api, one, { ...pageOptions(host), level, request: 'made' }).filter(
        (part) => typeof part === 'string',
      ),
    ),
  );
};

function pageOptions(host: SiteComponentHost): Pick<SectionOptions, 'said' | 'key'> {
  return { said: host.said, key: (name) => linkedProse(host, code(name)) };
}

/** `<EndpointTable tag="Roles, Role users" />`: what there is, with links to the sections. */
export const endpointTable: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['tag']);
  if (wrong) return wrong;
  return withTags(props.tag, host, (api, chosen) => {
    const rows = chosen.map((one) => {
      const page = api.tags.get(one.tag)?.page ?? '';
      return [
        linkTo(host, page, one.heading, code(`${one.method} ${one.shownPath}`)),
        prose(one.title),
        one.permission.length > 0
          ? listOf(one.permission.map(code), 'or')
          : one.needsToken
            ? 'Any user'
            : 'None',
      ];
    });
    return [table(['Endpoint', 'Does', 'Permission'], rows)];
  });
};

/** `<SchemaFields name="User" anchor="user-object" />`: sections below refer to it instead of repeating it. */
export const schemaFields: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['name', 'anchor']);
  if (wrong) return wrong;
  const name = required(props, 'name');
  const anchor = required(props, 'anchor');
  const api = apiOf(host);
  if (isRefusal(name)) return name;
  if (isRefusal(anchor)) return anchor;
  if (isRefusal(api)) return api;
  const { schemas } = api.document.components;
  const schema = schemas[name];
  if (!schema) return unknownName('schema', name, Object.keys(schemas));
  host.said.set(name, anchor);
  return [blocks(answerTable(api.document, schema))];
};

function apiOf(host: SiteComponentHost): Api | SiteRefusal {
  return dataOf(host, dataFiles.openapi, parseApi);
}

function withTags(
  written: string | undefined,
  host: SiteComponentHost,
  make: (api: Api, chosen: Endpoint[]) => SitePart[],
): SitePart[] | SiteRefusal {
  const api = apiOf(host);
  if (isRefusal(api)) return api;
  if (written === undefined) return refusal('The attribute `tag` is missing.');
  const tags = written.split(',').map((tag) => tag.trim());
  const unknown = tags.find((tag) => !api.tags.has(tag));
  if (unknown !== undefined) return unknownName('tag', unknown, api.tags.keys());
  return make(
    api,
    tags.flatMap((tag) => api.endpoints.filter((one) => one.tag === tag)),
  );
}

function unknownEndpoint(api: Api, id: string): SiteRefusal {
  return unknownName(
    'endpoint',
    id,
    api.endpoints.flatMap((one) => [one.id, one.heading, `${one.method} ${one.path}`]),
  );
}
