import { type Handler, type Markup, trigger } from '../model/field.ts';
import type { FormModel } from '../model/form-model.ts';

/**
 * An element of the form, as jQuery returns it, with functions that read and write its value if it has one.
 */
export interface Element {
  markup: Markup;
  /** `this` in handlers of the element. */
  id: string;
  value?: { read: () => string; write: (value: string) => void } | undefined;
}

const BOOLEANS = new Set(['disabled', 'readonly', 'required', 'checked', 'hidden']);

/**
 * Return values of `$(…)` and `getControl()`: the methods of jQuery that make sense in a form without a page around it.
 */
export class Elements {
  readonly length: number;
  readonly #elements: readonly Element[];
  readonly #form: FormModel;

  constructor(elements: readonly Element[], form: FormModel) {
    this.#elements = elements;
    this.#form = form;
    this.length = elements.length;
    for (const [index, { id }] of elements.entries()) Object.defineProperty(this, index, { value: { id } });
  }

  attr(name: string, value?: unknown): unknown {
    if (value === undefined) return this.#elements[0]?.markup.attributes.get(name.toLowerCase());
    return this.#each(({ markup: { attributes } }) => {
      const isOff = value === null || (value === false && BOOLEANS.has(name.toLowerCase()));
      if (isOff) attributes.delete(name.toLowerCase());
      else attributes.set(name.toLowerCase(), value === true ? name : String(value));
    });
  }

  removeAttr(name: string): unknown {
    return this.attr(name, null);
  }

  prop(name: string, value?: unknown): unknown {
    if (value === undefined) return this.#elements[0]?.markup.attributes.has(name.toLowerCase()) ?? false;
    return this.attr(name, value === false ? null : value);
  }

  css(property: string | Record<string, unknown>, value?: unknown): unknown {
    if (typeof property === 'string' && value === undefined)
      return this.#elements[0]?.markup.css.get(toDashed(property));
    const entries = typeof property === 'string' ? [[property, value] as const] : Object.entries(property);
    return this.#each(({ markup: { css } }) => {
      for (const [name, one] of entries) css.set(toDashed(name), String(one));
    });
  }

  addClass(names: string): unknown {
    return this.#each(({ markup: { classes } }) => {
      for (const name of splitWords(names)) classes.add(name);
    });
  }

  removeClass(names: string): unknown {
    return this.#each(({ markup: { classes } }) => {
      for (const name of splitWords(names)) classes.delete(name);
    });
  }

  toggleClass(name: string): unknown {
    return this.hasClass(name) ? this.removeClass(name) : this.addClass(name);
  }

  hasClass(name: string): boolean {
    return this.#elements.some(({ markup }) => markup.classes.has(name));
  }

  val(value?: unknown): unknown {
    if (value === undefined) return this.#elements[0]?.value?.read();
    return this.#each((element) => element.value?.write(String(value)));
  }

  text(value?: unknown): unknown {
    if (value === undefined) return this.#elements[0]?.markup.text ?? '';
    return this.#each(({ markup }) => {
      markup.text = String(value);
    });
  }

  /** Tags are removed: what code writes stays text. */
  html(value?: unknown): unknown {
    return this.text(value === undefined ? undefined : String(value).replace(/<[^>]*>/g, ''));
  }

  on(events: string, handler: Handler): unknown {
    return this.#each(({ markup, id }) => {
      for (const event of splitWords(events))
        markup.handlers.push({ event, handler: (...values) => handler.apply({ id }, values) });
    });
  }

  off(event?: string): unknown {
    return this.#each(({ markup: { handlers } }) => {
      const keptHandlers = handlers.filter((handler) => event !== undefined && handler.event !== event);
      handlers.splice(0, handlers.length, ...keptHandlers);
    });
  }

  trigger(event: string): unknown {
    return this.#each(({ markup }) => trigger(markup, event));
  }

  click(handler?: Handler): unknown {
    return handler ? this.on('click', handler) : this.trigger('click');
  }

  remove(): unknown {
    return this.#each(({ markup }) => {
      markup.isRemoved = true;
    });
  }

  each(action: (at: number, element: { id: string }) => unknown): unknown {
    for (const [index, { id }] of this.#elements.entries()) action.call({ id }, index, { id });
    return this;
  }

  #each(action: (element: Element) => void): this {
    for (const element of this.#elements) action(element);
    this.#form.touch();
    return this;
  }
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function toDashed(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
