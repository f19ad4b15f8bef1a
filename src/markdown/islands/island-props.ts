import { createElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';

/**
 * What is handed over to an island, as data that is in the page. JSON as it is, but for objects with the field `$`:
 * elements, components of the owner's, and the HTML that is in the page already.
 */
export type Carried = string | number | boolean | null | Carried[] | { [name: string]: Carried };

/** A component as the browser finds it. */
export interface ComponentRef {
  /** Address of the script. */
  module: string;
  /** `default`, `Card`, `Card.Title` */
  name: string;
}

/** A value that is code, or that only exists where it was made. */
export class CannotBeCarried extends Error {
  override name = 'CannotBeCarried';
  /** Of the element that is in the document. */
  readonly prop: string;

  constructor(path: string, what: string) {
    super(
      `\`${path}\` is ${what}, which cannot be handed over to the browser: hand over data, or make it in the component's own file.`,
    );
    this.prop = /^[^.[]*/.exec(path)?.[0] ?? path;
  }
}

interface Encoding {
  /** How the browser finds this component; undefined where it has none of it. */
  reference(type: unknown): ComponentRef | undefined;
  /** A Markdown file that the document imports: a component, and HTML in the browser. */
  isMarkdown(type: unknown): boolean;
  /** HTML of what the browser takes as it stands. */
  render(node: ReactNode): string;
}

interface EncodedProps {
  carried: Carried;
  /** HTML by number. */
  slots: string[];
}

/** What the build's last step asks of an element of Markdown. */
const ofBuild: ReadonlySet<string> = new Set(['data-md', 'data-settled']);

/** Throws `CannotBeCarried`. */
export function encodeProps(
  props: Readonly<Record<string, unknown>>,
  { reference, isMarkdown, render }: Encoding,
): EncodedProps {
  const slots: string[] = [];
  const keep = (node: ReactNode): Carried => ({ $: 'html', slot: slots.push(render(node)) - 1 });
  const objectOf = (values: object, path: string): Carried => {
    const fields = Object.entries(values).filter(([, value]) => value !== undefined);
    const carried = Object.fromEntries(
      fields.map(([name, value]) => [name, carry(value, `${path}.${name}`)]),
    );
    return '$' in values ? { $: 'data', data: carried } : carried;
  };
  const elementOf = ({ type, props, key }: ReactElement<Record<string, unknown>>, path: string): Carried => {
    const keyed = key === null ? {} : { key };
    if (type === Fragment) return carry(props.children, path);
    const known = reference(type);
    if (known) return { $: 'part', ...known, ...keyed, props: objectOf(props, path) };
    const element = createElement(type, props);
    // The last step changes what comes from Markdown.
    if (
      typeof type !== 'string' ||
      'data-md' in props ||
      type.startsWith('x-') ||
      'dangerouslySetInnerHTML' in props
    )
      return { ...(keep(element) as object), ...keyed };
    const { children, ...rest } = props;
    const own = objectOf(rest, path);
    const simple = children === undefined || typeof children === 'string' || holds(children, reference);
    if (simple) return { $: 'tag', tag: type, ...keyed, props: own, children: carry(children ?? null, path) };
    return { $: 'tag', tag: type, ...keyed, props: own, slot: slots.push(render(children as ReactNode)) - 1 };
  };
  const within = new Set<object>();
  const once = (value: object, path: string, work: () => Carried): Carried => {
    if (within.has(value)) throw new CannotBeCarried(path, 'in itself');
    within.add(value);
    const carried = work();
    within.delete(value);
    return carried;
  };
  const carry = (value: unknown, path: string): Carried => {
    if (value === undefined) return { $: 'undefined' };
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number')
      return Number.isFinite(value) ? value : { $: 'number', text: String(value) };
    if (typeof value === 'bigint') return { $: 'bigint', text: String(value) };
    if (value instanceof Date) return { $: 'date', time: value.getTime() };
    if (Array.isArray(value))
      return once(value, path, () => value.map((item, at) => carry(item, `${path}[${at}]`)));
    if (isValidElement<Record<string, unknown>>(value)) return elementOf(value, path);
    const known = reference(value);
    if (known) return { $: 'component', ...known };
    if (isMarkdown(value))
      return { $: 'markdown', slot: slots.push(render(createElement(value as 'div'))) - 1 };
    if (typeof value === 'object' && isPlain(value)) return once(value, path, () => objectOf(value, path));
    const what = typeof value === 'function' ? 'a function' : `a ${value?.constructor?.name ?? typeof value}`;
    throw new CannotBeCarried(path, what);
  };
  const carried = Object.entries(props).filter(([name, value]) => value !== undefined && !ofBuild.has(name));
  return { carried: Object.fromEntries(carried.map(([name, value]) => [name, carry(value, name)])), slots };
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Of another module system, JSON among it, the prototype has no name that could be compared.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** Whether some component of the owner's is among these: then they are elements in the browser too. */
function holds(node: unknown, reference: Encoding['reference']): boolean {
  if (Array.isArray(node)) return node.some((one) => holds(one, reference));
  if (!isValidElement<{ children?: unknown }>(node)) return false;
  return reference(node.type) !== undefined || holds(node.props.children, reference);
}

interface Decoding {
  component(reference: ComponentRef): unknown;
  slot(number: number): string;
}

/** The same tree at build and in the browser. */
export function decodeProps(carried: Carried, { component, slot }: Decoding): Record<string, unknown> {
  const fields = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decode(value as Carried)]));
  const kept = (tag: string, key: unknown, number: number, props: object = {}) =>
    createElement(tag, {
      ...props,
      ...(key === undefined ? {} : { key: String(key) }),
      'data-slot': number,
      suppressHydrationWarning: true,
      dangerouslySetInnerHTML: { __html: slot(number) },
    });
  const decode = (value: Carried): unknown => {
    if (Array.isArray(value)) return value.map(decode);
    if (typeof value !== 'object' || value === null) return value;
    if (!('$' in value)) return fields(value);
    const { key } = value;
    const keyed = key === undefined ? {} : { key: String(key) };
    switch (value.$) {
      case 'undefined':
        return undefined;
      case 'number':
        return Number(value.text);
      case 'bigint':
        return BigInt(String(value.text));
      case 'date':
        return new Date(Number(value.time));
      case 'data':
        return fields(value.data as object);
      case 'html':
        return kept('live-slot', key, Number(value.slot));
      case 'component':
        return component(referenceOf(value));
      case 'markdown':
        return () => kept('live-slot', undefined, Number(value.slot));
      case 'part':
        return createElement(component(referenceOf(value)) as 'div', {
          ...fields(value.props as object),
          ...keyed,
        });
      case 'tag': {
        const props = fields(value.props as object);
        const tag = String(value.tag);
        if (value.slot !== undefined) return kept(tag, key, Number(value.slot), props);
        const children = decode(value.children ?? null);
        return createElement(
          tag,
          { ...props, ...keyed },
          ...((Array.isArray(children) ? children : [children]) as ReactNode[]),
        );
      }
      default:
        throw new Error('These props were written by another version of the site.');
    }
  };
  return fields(carried as object);
}

function referenceOf(value: { [name: string]: Carried }): ComponentRef {
  return { module: String(value.module), name: String(value.name) };
}

/** Addresses of all scripts that these props need. */
export function modulesOf(carried: Carried): string[] {
  if (Array.isArray(carried)) return carried.flatMap(modulesOf);
  if (typeof carried !== 'object' || carried === null) return [];
  const own =
    (carried.$ === 'part' || carried.$ === 'component') && typeof carried.module === 'string'
      ? [carried.module]
      : [];
  return [...own, ...Object.values(carried).flatMap(modulesOf)];
}

/** `Card.Title` of a module's exports. */
export function exportNamed(module: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], module);
}
