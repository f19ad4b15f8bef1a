import type { CaseFacts } from '../definition.ts';
import type { Field, Handler } from '../model/field.ts';
import type { FormModel } from '../model/form-model.ts';
import { answerRequest } from './case-api.ts';
import { Elements } from './elements.ts';
import { FieldObject } from './field-object.ts';

export interface CodeHost {
  later(action: () => void, milliseconds?: number): void;
  changed(): void;
  /** `alert`, `confirm` and the like. */
  say(kind: 'alert' | 'confirm' | 'opens' | 'warn', text: string): void;
  /** What the reader has chosen to answer to `confirm`. */
  confirms: boolean;
  isMobile: boolean;
  userAgent: string;
}

const TOKEN = '2f4c8a1e7b3d4f60a9c5d2e81b7064fa93c1d5e8';

/** What the code of a form can call: by their names, as globals. */
export function formGlobals(form: FormModel, facts: CaseFacts, host: CodeHost): Record<string, unknown> {
  const changed = () => host.changed();
  const objects = new Map<Field, FieldObject>();
  const objectOf = (field: Field): FieldObject => {
    const known = objects.get(field) ?? new FieldObject(form, field, changed, objectOf);
    objects.set(field, known);
    return known;
  };
  const byId = (id: unknown) => {
    const field = form.field(String(id));
    return field && objectOf(field);
  };
  const all = () => form.fields.map(objectOf);
  const project = projectOf(form, host);
  const formObject = formObjectOf(form, project, all);
  const isForm = (id: unknown) => id === form.definition.uid;
  const missing = new Set<string>();
  /** For what the product or jQuery has, and this page does not. */
  const tellMissing = (member: string) => {
    if (missing.has(member)) return;
    missing.add(member);
    host.say('warn', `The sandbox has no ${member}: it has what the manual documents.`);
  };
  const attached = (elements: Elements, methods: object) =>
    withMethods(elements, methods, (name) => tellMissing(`$("#id").${name}`));

  const select = (selector: unknown): unknown => {
    const id = String(selector).replace(/^#/, '').replace(/\\(.)/g, '$1');
    if (isForm(id)) return attached(formElement(form, id, changed), formObject);
    const field = form.field(id);
    if (field)
      return attached(
        new Elements([{ markup: field.box, id, value: inputOf(form, field) }], changed),
        jqueryOf(objectOf(field)),
      );
    const piece = form.pieces.get(id);
    if (piece) return attached(new Elements([{ markup: piece, id }], changed), {});
    host.say('warn', `The form has no element with the id ${id}.`);
    return attached(new Elements([], changed), nothing);
  };
  const $ = Object.assign(select, {
    ajax: (options: Parameters<typeof answerRequest>[0]) => answerRequest(options, facts, TOKEN, host.later),
    each: (list: readonly unknown[], action: (at: number, one: unknown) => void) => {
      for (const [at, one] of list.entries()) action(at, one);
    },
    trim: (text: unknown) => String(text ?? '').trim(),
    isArray: Array.isArray,
    extend: Object.assign,
  });

  return {
    $: telling($, '$', tellMissing),
    jQuery: telling($, '$', tellMissing),
    getFieldById: byId,
    getFieldByName: (name: unknown) => all().filter(({ id }) => id === name),
    getFieldByVariable: (name: unknown) => all().find((one) => one.getInfo().variable === name),
    getFieldByAttribute: (attribute: string, value: unknown) =>
      all().filter((one) => String(one.getInfo()[attribute]) === String(value)),
    getFormById: (id: unknown) => (isForm(id) ? formObject : undefined),
    getSubformById: byId,
    PMDynaform: telling(
      {
        getProjectKeys: () => ({
          server: facts.host,
          workspace: facts.workspace,
          projectUID: facts.processUid,
          caseUID: facts.caseUid,
          taskUID: facts.taskUid,
          language: 'en',
          accessToken: TOKEN,
        }),
        getWorkspaceName: () => facts.workspace,
        getAccessToken: () => TOKEN,
        getHostName: () => facts.host,
        getEnvironment: () => (host.isMobile ? 'android' : host.userAgent),
        getUserInfo: () => ({ ...facts.user, language: 'en' }),
        escapeSelector: (text: unknown) =>
          String(text).replace(/[!"#$%&'()*+,./:;<=>?@[\\\]^`{|}~]/g, '\\$&'),
        getActiveProject: () => project,
      },
      'PMDynaform',
      tellMissing,
    ),
    app_uid: facts.caseUid,
    prj_uid: facts.processUid,
    dyn_uid: form.definition.uid,
    step_mode: form.mode === 'edit' ? 'EDIT' : 'VIEW',
    workspace: facts.workspace,
    credentials: { accessToken: TOKEN, expiresIn: 86400 },
    token: { accessToken: TOKEN },
    alert: (text: unknown) => host.say('alert', String(text)),
    confirm: (text: unknown) => {
      host.say('confirm', `${text} ${host.confirms ? 'OK' : 'Cancel'}`);
      return host.confirms;
    },
    prompt: () => null,
    open: (url: unknown) => host.say('opens', String(url)),
  };
}

function inputOf(form: FormModel, field: Field) {
  return { read: () => String(field.value), write: (value: string) => form.set(field, value) };
}

function projectOf(form: FormModel, host: CodeHost) {
  const project = {
    flashMessage(config: Record<string, unknown>) {
      const type = (['info', 'success', 'warning', 'danger'] as const).find((one) => one === config.type);
      const message = {
        text: String(config.message ?? ''),
        emphasis: String(config.emphasisMessage ?? ''),
        type: type ?? 'info',
      };
      form.say(message, Number(config.duration ?? 4000));
      return project;
    },
    setBeforePrintHandler(handler: Handler) {
      form.print.before = handler;
      host.changed();
      return project;
    },
    setAfterPrintHandler(handler: Handler) {
      form.print.after = handler;
      host.changed();
      return project;
    },
    isMobile: () => host.isMobile,
    getLanguage: () => 'en',
  };
  return project;
}

function formObjectOf(form: FormModel, project: ReturnType<typeof projectOf>, all: () => FieldObject[]) {
  const cover = (isCovered: boolean) => {
    form.isCovered = isCovered;
    form.touch();
  };
  const object = {
    id: form.definition.uid,
    project,
    getForm: () => object,
    getFields: all,
    getData: () => form.variables(),
    setOnchange(handler: Handler) {
      form.onChange = handler;
      return object;
    },
    setOnSubmit(handler: Handler) {
      form.onSubmit = handler;
      return object;
    },
    submitForm(): undefined {
      form.submit();
    },
    saveForm() {
      form.save();
      return object;
    },
    closeForm() {
      form.close();
      return object;
    },
    showFormModal() {
      cover(true);
      return object;
    },
    hideFormModal() {
      cover(false);
      return object;
    },
  };
  return object;
}

function formElement(form: FormModel, id: string, changed: () => void): Elements {
  return new Elements([{ markup: form.formMarkup, id }], changed);
}

/** Of the field object, but what the jQuery object lacks or does not hand on, as installed. */
function jqueryOf(field: FieldObject): object {
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

/** jQuery's own methods, and those that the form attaches; where these return their object, the chain goes on. */
function withMethods(elements: Elements, methods: object, isMissing: (name: string) => void): unknown {
  const chain: unknown = new Proxy(elements, {
    get(target, name) {
      const own: unknown = Reflect.get(methods, name);
      const method: unknown = own ?? Reflect.get(target, name);
      if (method === undefined && isMember(name)) isMissing(name);
      if (typeof method !== 'function') return method;
      return (...values: unknown[]) => {
        const result: unknown = method.apply(own === undefined ? target : methods, values);
        const isSame = result === target || result === methods || result instanceof FieldObject;
        return isSame && name !== 'getForm' && name !== 'getLabelControl' ? chain : result;
      };
    },
  });
  return chain;
}

/** The object, which tells of members that it does not have. */
function telling<Known extends object>(object: Known, called: string, tell: (member: string) => void): Known {
  return new Proxy(object, {
    get(target, name, receiver) {
      if (!(name in target) && isMember(name)) tell(`${called}.${name}`);
      return Reflect.get(target, name, receiver);
    },
  });
}

/** Whoever asks by these only looks, as a console or a promise does; or the product has none of that name either. */
const LOOKED_FOR =
  /^(?:then|toJSON|name|message|nodeType|jquery|isHidden|setFocus|validate|getSrc|setSrc|id|type|\d+)$/;

function isMember(name: string | symbol): name is string {
  return typeof name === 'string' && !LOOKED_FOR.test(name);
}

/** What the methods of the form do where nothing was found. */
const nothing = new Proxy(
  {},
  {
    get: (_, name) =>
      typeof name === 'string' && /^[gs]et[A-Z]|^(?:show|hide|clear|save|submit)/.test(name)
        ? () => undefined
        : undefined,
  },
);
