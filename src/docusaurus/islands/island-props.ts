import { createElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';

/**
 * Props of an island as data in the page. They're plain JSON except for objects with the field `$`: elements,
 * components of the owner, and HTML that is in the page already.
 */
export type Carried = string | number | boolean | null | Carried[] | { [name: string]: Carried };

/** A component, as the browser finds it. */
export interface ComponentRef {
  /** Address of the component's script. */
  module: string;
  /** Name of the export: `default`, `Card`, `Card.Title`. */
  name: string;
}

/** A value that can't be sent to the browser, such as a function. */
export class CannotBeCarried extends Error {
  override name = 'CannotBeCarried';
  /** Name of the prop in the document. */
  readonly prop: string;

  constructor(path: string, what: string) {
    super(
      `\`${path}\` is ${what}, which can't be passed to the browser. Pass data instead, or create the value in the component's own file.`,
    );
    this.prop = /^[^.[]*/.exec(path)?.[0] ?? path;
  }
}

interface Encoding {
  /** How the browser finds this component. Undefined if it's not a live component. */
  reference(type: unknown): ComponentRef | undefined;
  /** Whether this is a Markdown file that the document imports. In the browser it's HTML. */
  isMarkdown(type: unknown): boolean;
  /** Renders a node to HTML that the browser takes as it is. */
  render(node: ReactNode): string;
}

interface EncodedProps {
  carried: Carried;
  /** HTML by slot number. */
  slots: string[];
}

/** Properties that only the last build step needs. */
const ofBuild: ReadonlySet<string> = new Set(['data-md', 'data-settled']);

/** Encodes props. Throws `CannotBeCarried`. */
export function encodeProps(
  props: Readonly<Record<string, unknown>>,
  { reference, isMarkdown, render }: Encoding,
): EncodedProps {
  const slots: string[] = [];
  const addSlot = (node: ReactNode): Carried => ({ $: 'html', slot: slots.push(render(node)) - 1 });
  const encodeObject = (values: object, path: string): Carried => {
    const fields = Object.entries(values).filter(([, value]) => value !== undefined);
    const carriedProps = Object.fromEntries(
      fields.map(([name, value]) => [name, encode(value, `${path}.${name}`)]),
    );
    return '$' in values ? { $: 'data', data: carriedProps } : carriedProps;
  };
  const encodeElement = (
    { type, props, key }: ReactElement<Record<string, unknown>>,
    path: string,
  ): Carried => {
    const keyProps = key === null ? {} : { key };
    if (type === Fragment) return encode(props.children, path);
    const componentRef = reference(type);
    if (componentRef) return { $: 'part', ...componentRef, ...keyProps, props: encodeObject(props, path) };
    const element = createElement(type, props);
    // The last step changes elements from Markdown, so they're passed as HTML.
    if (
      typeof type !== 'string' ||
      'data-md' in props ||
      type.startsWith('x-') ||
      'dangerouslySetInnerHTML' in props
    )
      return { ...(addSlot(element) as object), ...keyProps };
    const { children, ...rest } = props;
    const encodedProps = encodeObject(rest, path);
    const needsNoSlot = isPlainContent(children) || holdsComponent(children, reference);
    if (needsNoSlot)
      return {
        $: 'tag',
        tag: type,
        ...keyProps,
        props: encodedProps,
        children: encode(children ?? null, path),
      };
    return {
      $: 'tag',
      tag: type,
      ...keyProps,
      props: encodedProps,
      slot: slots.push(render(children as ReactNode)) - 1,
    };
  };
  const openValues = new Set<object>();
  const encodeOnce = (value: object, path: string, work: () => Carried): Carried => {
    if (openValues.has(value)) throw new CannotBeCarried(path, 'contained in itself');
    openValues.add(value);
    const carriedValue = work();
    openValues.delete(value);
    return carriedValue;
  };
  const encode = (value: unknown, path: string): Carried => {
    if (value === undefined) return { $: 'undefined' };
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number')
      return Number.isFinite(value) ? value : { $: 'number', text: String(value) };
    if (typeof value === 'bigint') return { $: 'bigint', text: String(value) };
    if (value instanceof Date) return { $: 'date', time: value.getTime() };
    if (Array.isArray(value))
      return encodeOnce(value, path, () => value.map((item, index) => encode(item, `${path}[${index}]`)));
    if (isValidElement<Record<string, unknown>>(value)) return encodeElement(value, path);
    const componentRef = reference(value);
    if (componentRef) return { $: 'component', ...componentRef };
    if (isMarkdown(value))
      return { $: 'markdown', slot: slots.push(render(createElement(value as 'div'))) - 1 };
    if (typeof value === 'object' && isPlain(value))
      return encodeOnce(value, path, () => encodeObject(value, path));
    const what = typeof value === 'function' ? 'a function' : `a ${value?.constructor?.name ?? typeof value}`;
    throw new CannotBeCarried(path, what);
  };
  const carriedEntries = Object.entries(props).filter(
    ([name, value]) => value !== undefined && !ofBuild.has(name),
  );
  return {
    carried: Object.fromEntries(carriedEntries.map(([name, value]) => [name, encode(value, name)])),
    slots,
  };
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another realm, such as those from JSON, have another prototype that can't be compared.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/**
 * Whether a node consists of texts and elements that the last step leaves as they are. Components can look into them:
 * `children.props.children`.
 */
function isPlainContent(node: unknown): boolean {
  if (Array.isArray(node)) return node.every(isPlainContent);
  if (!isValidElement<Record<string, unknown>>(node)) return typeof node !== 'object' || node === null;
  const { type, props } = node;
  const isLeftAlone = typeof type === 'string' && !type.startsWith('x-') && !('data-md' in props);
  return isLeftAlone && !('dangerouslySetInnerHTML' in props) && isPlainContent(props.children);
}

/** Whether a node contains a component of the owner. Then its elements are elements in the browser too. */
function holdsComponent(node: unknown, reference: Encoding['reference']): boolean {
  if (Array.isArray(node)) return node.some((candidate) => holdsComponent(candidate, reference));
  if (!isValidElement<{ children?: unknown }>(node)) return false;
  return reference(node.type) !== undefined || holdsComponent(node.props.children, reference);
}

interface Decoding {
  component(reference: ComponentRef): unknown;
  slot(number: number): string;
}

/** Decodes props to the same tree at build time and in the browser. */
export function decodeProps(carriedProps: Carried, { component, slot }: Decoding): Record<string, unknown> {
  const fields = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decode(value as Carried)]));
  const createSlot = (tag: string, key: unknown, number: number, props: object = {}) =>
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
    const keyProps = key === undefined ? {} : { key: String(key) };
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
        return createSlot('live-slot', key, Number(value.slot));
      case 'component':
        return component(toReference(value));
      case 'markdown':
        return () => createSlot('live-slot', undefined, Number(value.slot));
      case 'part':
        return createElement(component(toReference(value)) as 'div', {
          ...fields(value.props as object),
          ...keyProps,
        });
      case 'tag': {
        const props = fields(value.props as object);
        const tag = String(value.tag);
        if (value.slot !== undefined) return createSlot(tag, key, Number(value.slot), props);
        const children = decode(value.children ?? null);
        return createElement(
          tag,
          { ...props, ...keyProps },
          ...((Array.isArray(children) ? children : [children]) as ReactNode[]),
        );
      }
      default:
        throw new Error('These props were written by another version of the site.');
    }
  };
  return fields(carriedProps as object);
}

function toReference(value: { [name: string]: Carried }): ComponentRef {
  return { module: String(value.module), name: String(value.name) };
}

/** Collects the addresses of all scripts that these props need. */
export function collectModules(carriedProps: Carried): string[] {
  if (Array.isArray(carriedProps)) return carriedProps.flatMap(collectModules);
  if (typeof carriedProps !== 'object' || carriedProps === null) return [];
  const ownModule =
    (carriedProps.$ === 'part' || carriedProps.$ === 'component') && typeof carriedProps.module === 'string'
      ? [carriedProps.module]
      : [];
  return [...ownModule, ...Object.values(carriedProps).flatMap(collectModules)];
}

/** Finds an export by its name, such as `Card.Title`. */
export function findExport(module: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], module);
}
