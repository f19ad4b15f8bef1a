import type { ControlData } from '../src/reference/controls/controls.ts';
import type { JavaScriptData } from '../src/reference/javascript/members.ts';
import type { Api } from '../src/reference/openapi/endpoints.ts';
import type { PermissionData } from '../src/reference/permissions/components.ts';
import type { PhpData } from '../src/reference/php/functions.ts';

export interface ReferenceData {
  api: Api;
  php: PhpData;
  javaScript: JavaScriptData;
  controls: ControlData;
  permissions: PermissionData;
}

/** A section on one page. */
export interface Documented {
  /** Page and id of the heading: `LuranaBPA/…#executeQuery`. */
  target: string;
  /** The components that make the section or link to it, as `componentUse` writes them. */
  uses: ReadonlySet<string>;
}

/** By name as `namesIn` gives it. Fields and grids both have `clear`: a name can have several sections. */
export type DocumentedNames = ReadonlyMap<string, readonly Documented[]>;

/** Functions, members, endpoints (also by their path alone) and permission keys. */
export function documentedNames(data: ReferenceData): DocumentedNames {
  const sections = [
    ...functionSections(data),
    ...memberSections(data),
    ...endpointSections(data),
    ...keySections(data),
  ];
  const named = sections.flatMap(({ names, target, uses }) =>
    [...new Set(names)].map((name) => ({ name, target, uses: new Set(uses) })),
  );
  return Map.groupBy(named, ({ name }) => name);
}

interface Section {
  names: string[];
  target: string;
  uses: string[];
}

function functionSections({ php }: ReferenceData): Section[] {
  return php.functions.map(({ id, name, group }) => ({
    names: [name],
    target: `${pageOf(php.groups, group)}#${id}`,
    uses: [
      componentUse('PhpFunction', 'name', id),
      componentUse('PhpFunctionTable', 'group', group),
      componentUse('PhpFunctionTable'),
    ],
  }));
}

function memberSections({ javaScript, controls }: ReferenceData): Section[] {
  return javaScript.members.map(({ id, names, group }) => ({
    names,
    target: `${pageOf(javaScript.groups, group)}#${id}`,
    uses: [
      componentUse('JsMember', 'name', id),
      componentUse('JsMemberTable', 'group', group),
      componentUse('JsMemberTable'),
      ...controls.controls
        .filter(({ methods }) => methods.includes(id))
        .map((control) => componentUse('ControlMethods', 'control', control.id)),
    ],
  }));
}

function endpointSections({ api }: ReferenceData): Section[] {
  return api.endpoints.map(({ id, method, path, shownPath, heading, tag }) => ({
    names: [path, shownPath].flatMap((one) => [endpointName(one), endpointName(one, method)]),
    target: `${api.tags.get(tag)?.page ?? ''}#${heading}`,
    uses: [
      ...[id, heading, `${method} ${path}`].map((one) => componentUse('Endpoint', 'id', one)),
      componentUse('Endpoints', 'tag', tag),
      componentUse('EndpointTable', 'tag', tag),
    ],
  }));
}

function keySections({ permissions }: ReferenceData): Section[] {
  return permissions.permissions.map(({ id, group }) => ({
    names: [id],
    target: `${permissions.page}#${id}`,
    uses: [
      componentUse('Permissions', 'group', group),
      componentUse('PermissionTable', 'group', group),
      componentUse('PermissionTable'),
    ],
  }));
}

function pageOf(groups: readonly { id: string; page: string }[], group: string): string {
  return groups.find(({ id }) => id === group)?.page ?? '';
}

/** One use of a component: its name, and the attribute that chooses what it shows. */
export function componentUse(component: string, attribute?: string, value?: string): string {
  return attribute === undefined ? component : `${component} ${attribute}=${value}`;
}

/** What a piece of code in the text can be the name of. */
export function namesIn(code: string): string[] {
  const [, method, address] = /^(?:([A-Z]+) )?(\/[^?\s]*)/.exec(code) ?? [];
  if (address !== undefined) return [endpointName(address, method)];
  return /^[\w.]+$/.test(code) ? [code].filter(isName) : callsIn(code);
}

/** What a sample calls. Its words can be methods of anything, such as `on` and `hide` of jQuery. */
export function namesInSample(code: string): string[] {
  return callsIn(code).filter(isName);
}

function callsIn(code: string): string[] {
  const calls = [...code.matchAll(/(\w[\w.]*)\(/g)].map(([, name = '']) => name);
  return calls.flatMap((name) => [name, ...(name.includes('.') ? [name.replace(/^.*\./, '')] : [])]);
}

/** `show` or `required` alone can mean anything; as `show()` it is the method. */
function isName(text: string): boolean {
  return !/^[a-z_]+$/.test(text);
}

/** With `{}` for each parameter, be it by name or by value, and without the start that all addresses share. */
function endpointName(path: string, method?: string): string {
  const parts = path.replace(/^\/api\/1\.0\/[^/]+/, '').split('/');
  const shown = parts.map((part) => part.replace(/^(?:\{.*\}|[0-9a-f]{32}|\d+)$/, '{}')).join('/');
  return method === undefined ? shown : `${method} ${shown}`;
}
