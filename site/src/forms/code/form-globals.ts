import type { CaseFacts } from '../definition.ts';
import type { Field, Handler } from '../model/field.ts';
import type { FormHost } from '../model/following-values.ts';
import type { FormModel } from '../model/form-model.ts';
import { answerRequest } from './case-api.ts';
import { Elements } from './elements.ts';
import { FieldObject } from './field-object.ts';
import { addMethods, createJquery, nothing, reportMissing } from './installed-objects.ts';

export interface CodeHost extends FormHost {
  /** Reports a call of `alert`, `confirm` and the like. */
  say(kind: 'alert' | 'confirm' | 'opens' | 'warn', text: string): void;
  /** The answer that the reader chose for `confirm`. */
  confirms: boolean;
  isMobile: boolean;
  userAgent: string;
}

const TOKEN = '2f4c8a1e7b3d4f60a9c5d2e81b7064fa93c1d5e8';

/** Globals that the code of a form can call, by name. */
export function createFormGlobals(
  form: FormModel,
  facts: CaseFacts,
  host: CodeHost,
): Record<string, unknown> {
  const objects = new Map<Field, FieldObject>();
  const getObject = (field: Field): FieldObject => {
    const existingObject = objects.get(field) ?? new FieldObject(form, field, getObject);
    objects.set(field, existingObject);
    return existingObject;
  };
  const findById = (id: unknown) => {
    const field = form.findField(String(id));
    return field && getObject(field);
  };
  const createAll = () => form.fields.map(getObject);
  const project = createProject(form, host);
  const formObject = createFormObject(form, project, createAll);
  const isForm = (id: unknown) => id === form.definition.uid;
  const missing = new Set<string>();
  /** Warns about a member of the product or of jQuery that this page doesn't have. */
  const tellMissing = (member: string) => {
    if (missing.has(member)) return;
    missing.add(member);
    host.say('warn', `The sandbox has no ${member}: it has what the manual documents.`);
  };
  const attachMethods = (elements: Elements, methods: object) =>
    addMethods(elements, methods, (name) => tellMissing(`$("#id").${name}`));

  const select = (selector: unknown): unknown => {
    const id = String(selector).replace(/^#/, '').replace(/\\(.)/g, '$1');
    if (isForm(id)) return attachMethods(new Elements([{ markup: form.formMarkup, id }], form), formObject);
    const field = form.findField(id);
    if (field) {
      const value = { read: () => String(field.value), write: (text: string) => form.set(field, text) };
      const elements = new Elements([{ markup: field.box, id, value }], form);
      return attachMethods(elements, createJquery(getObject(field)));
    }
    const piece = form.pieces.get(id);
    if (piece) return attachMethods(new Elements([{ markup: piece, id }], form), {});
    host.say('warn', `The form has no element with the id ${id}.`);
    return attachMethods(new Elements([], form), nothing);
  };
  const $ = Object.assign(select, {
    ajax: (options: Parameters<typeof answerRequest>[0]) => answerRequest(options, facts, TOKEN, host.later),
    each: (list: readonly unknown[], action: (at: number, one: unknown) => void) => {
      for (const [index, one] of list.entries()) action(index, one);
    },
    trim: (text: unknown) => String(text ?? '').trim(),
    isArray: Array.isArray,
    extend: Object.assign,
  });

  return {
    $: reportMissing($, '$', tellMissing),
    jQuery: reportMissing($, '$', tellMissing),
    getFieldById: findById,
    getFieldByName: (name: unknown) => createAll().filter(({ id }) => id === name),
    getFieldByVariable: (name: unknown) =>
      createAll().find((candidate) => candidate.getInfo().variable === name),
    getFieldByAttribute: (attribute: string, value: unknown) =>
      createAll().filter((candidate) => String(candidate.getInfo()[attribute]) === String(value)),
    getFormById: (id: unknown) => (isForm(id) ? formObject : undefined),
    getSubformById: findById,
    PMDynaform: reportMissing(
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

function createProject(form: FormModel, host: CodeHost) {
  const project = {
    flashMessage(config: Record<string, unknown>) {
      const type = (['info', 'success', 'warning', 'danger'] as const).find(
        (candidate) => candidate === config.type,
      );
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
      form.touch();
      return project;
    },
    setAfterPrintHandler(handler: Handler) {
      form.print.after = handler;
      form.touch();
      return project;
    },
    isMobile: () => host.isMobile,
    getLanguage: () => 'en',
  };
  return project;
}

function createFormObject(
  form: FormModel,
  project: ReturnType<typeof createProject>,
  all: () => FieldObject[],
) {
  const cover = (isCovered: boolean): object => {
    form.isCovered = isCovered;
    form.touch();
    return object;
  };
  const object = {
    id: form.definition.uid,
    project,
    getForm: () => object,
    getFields: all,
    getData: () => form.readVariables(),
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
    showFormModal: () => cover(true),
    hideFormModal: () => cover(false),
  };
  return object;
}
