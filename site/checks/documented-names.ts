import { listEndpointNames } from '../src/reference/openapi/endpoints.ts';
import type { ReferenceData } from './reference-data.ts';

/** A section on one page. */
interface Documented {
  /** Page and id of the heading: `LuranaBPA/…#executeQuery`. */
  section: string;
  /** The components that write the section or link to it, in the form of `writeComponentUse`. */
  uses: ReadonlySet<string>;
}

/** The sections that document a name. Fields and grids both have `clear`, so a name can have several. */
type DocumentedNames = ReadonlyMap<string, readonly Documented[]>;

/** Functions, members, endpoints (also by their path alone) and permission keys. */
export function collectDocumentedNames(data: ReferenceData): DocumentedNames {
  const documentedNames = listSections(data).flatMap(({ names, page, id, uses }) =>
    [...new Set(names)].map((name) => ({ name, section: `${page}#${id}`, uses: new Set(uses) })),
  );
  return Map.groupBy(documentedNames, ({ name }) => name);
}

interface Section {
  names: readonly string[];
  page: string;
  id: string;
  uses: string[];
}

function listSections({ api, php, javaScript, controls, permissions }: ReferenceData): Section[] {
  return [
    ...php.functions.map(({ id, name, group, page }) => ({
      names: [name],
      page,
      id,
      uses: [writeComponentUse('PhpFunction', 'name', id), ...listTableUses('PhpFunctionTable', group)],
    })),
    ...javaScript.members.map(({ id, names, group, page }) => ({
      names,
      page,
      id,
      uses: [
        writeComponentUse('JsMember', 'name', id),
        ...listTableUses('JsMemberTable', group),
        ...controls.controls
          .filter(({ methods }) => methods.includes(id))
          .map((control) => writeComponentUse('ControlMethods', 'control', control.id)),
      ],
    })),
    ...api.endpoints.map((endpoint) => ({
      names: [endpoint.path, endpoint.shownPath].flatMap((path) => [
        readEndpointName(path),
        readEndpointName(path, endpoint.method),
      ]),
      page: endpoint.page,
      id: endpoint.heading,
      uses: [
        ...listEndpointNames(endpoint).map((name) => writeComponentUse('Endpoint', 'id', name)),
        writeComponentUse('Endpoints', 'tag', endpoint.tag),
        writeComponentUse('EndpointTable', 'tag', endpoint.tag),
      ],
    })),
    ...permissions.permissions.map(({ id, group, page }) => ({
      names: [id],
      page,
      id,
      uses: [writeComponentUse('Permissions', 'group', group), ...listTableUses('PermissionTable', group)],
    })),
  ];
}

/** The uses of a table for one group, and of the table for all groups. */
function listTableUses(component: string, group: string): string[] {
  return [writeComponentUse(component, 'group', group), writeComponentUse(component)];
}

/** Writes one use of a component: its name, and the attribute that selects what it shows. */
export function writeComponentUse(component: string, attribute?: string, value?: string): string {
  return attribute === undefined ? component : `${component} ${attribute}=${value}`;
}

/** Lists the names that a piece of inline code may refer to. */
export function listCodeNames(code: string): string[] {
  const [, method, address] = /^(?:([A-Z]+) )?(\/[^?\s]*)/.exec(code) ?? [];
  if (address !== undefined) return [readEndpointName(address, method)];
  return /^[\w.]+$/.test(code) ? [code].filter(isName) : listCalls(code);
}

/** Lists names that a sample calls. They can be methods of anything, such as `on` and `hide` of jQuery. */
export function findNamesInSample(code: string): string[] {
  return listCalls(code).filter(isName);
}

function listCalls(code: string): string[] {
  const calls = [...code.matchAll(/(\w[\w.]*)\(/g)].map(([, name = '']) => name);
  return calls.flatMap((name) => [name, ...(name.includes('.') ? [name.replace(/^.*\./, '')] : [])]);
}

/**
 * Whether the text names a function. `show` or `required` alone can mean anything; `show()` is the method.
 */
function isName(text: string): boolean {
  return !/^[a-z_]+$/.test(text);
}

/**
 * Writes an address with `{}` for each parameter, whether named or filled in, and without the prefix that all
 * addresses share.
 */
function readEndpointName(path: string, method?: string): string {
  const parts = path.replace(/^\/api\/1\.0\/[^/]+/, '').split('/');
  const template = parts.map((part) => part.replace(/^(?:\{.*\}|[0-9a-f]{32}|\d+)$/, '{}')).join('/');
  return method === undefined ? template : `${method} ${template}`;
}
