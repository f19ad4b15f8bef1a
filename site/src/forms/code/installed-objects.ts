import type { Elements } from './elements.ts';
import { FieldObject } from './field-object.ts';

/** The field object without the methods that jQuery objects lack in an installed product. */
export function createJquery(field: FieldObject): object {
  return new Proxy(field, {
    get(target, name) {
      if (name === 'getLabelControl') return () => target;
      if (name === 'onBeforeAdd') return () => undefined;
      if (['isHidden', 'setFocus', 'validate', 'getSrc', 'setSrc', 'on', 'id', 'type'].includes(String(name)))
        return undefined;
      const method: unknown = Reflect.get(target, name);
      // The fields of the object are private: its methods must not be called on the proxy.
      return typeof method === 'function' ? (...values: unknown[]) => method.apply(target, values) : method;
    },
  });
}

/**
 * Adds jQuery's methods and those that the form attaches. A method that returns its object can be chained.
 */
export function addMethods(elements: Elements, methods: object, isMissing: (name: string) => void): unknown {
  const chain: unknown = new Proxy(elements, {
    get(target, name) {
      const added: unknown = Reflect.get(methods, name);
      const method: unknown = added ?? Reflect.get(target, name);
      if (method === undefined && isMember(name)) isMissing(name);
      if (typeof method !== 'function') return method;
      return (...values: unknown[]) => {
        const result: unknown = method.apply(added === undefined ? target : methods, values);
        const isSame = result === target || result === methods || result instanceof FieldObject;
        return isSame && name !== 'getForm' && name !== 'getLabelControl' ? chain : result;
      };
    },
  });
  return chain;
}

/** Returns the object with a warning for members that it doesn't have. */
export function reportMissing<Known extends object>(
  object: Known,
  calledName: string,
  tell: (member: string) => void,
): Known {
  return new Proxy(object, {
    get(target, name, receiver) {
      if (!(name in target) && isMember(name)) tell(`${calledName}.${name}`);
      return Reflect.get(target, name, receiver);
    },
  });
}

/** Reading these names is harmless: consoles and promises do it, or the product has no such method either. */
const LOOKED_FOR =
  /^(?:then|toJSON|name|message|nodeType|jquery|isHidden|setFocus|validate|getSrc|setSrc|id|type|\d+)$/;

function isMember(name: string | symbol): name is string {
  return typeof name === 'string' && !LOOKED_FOR.test(name);
}

/** Methods of the form do nothing where no element matched. */
export const nothing = new Proxy(
  {},
  {
    get: (_, name) =>
      typeof name === 'string' && /^[gs]et[A-Z]|^(?:show|hide|clear|save|submit)/.test(name)
        ? () => undefined
        : undefined,
  },
);
