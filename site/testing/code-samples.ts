import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { runForm } from '../src/forms/code/run-form.ts';
import type { FormDefinition, FormState } from '../src/forms/definition.ts';
import type { FormEvent } from '../src/forms/events.ts';
import { createFormView, type FieldView, type FormView } from '../src/forms/form-view.ts';
import { jsMembers } from '../src/reference/data.ts';
import { parseForm } from '../src/reference/forms/form-definition.ts';
import { createLiveForm, createLiveState } from '../src/reference/forms/live-form.ts';
import { storyData } from '../src/reference/story-data.ts';

const docs = path.resolve(import.meta.dirname, '../docs');
const story = storyData.parse(readFileSync(path.join(docs, '_data/story.json'), 'utf8'));

/** A sample of the manual that readers can run. */
export interface CodeSample {
  /** Name of the document without its ending. */
  page: string;
  form: string;
  state: string;
  /** Code of the samples, with the code that runs before each. */
  codes: string[];
}

const SAMPLE =
  /<Sample form="([\w-]+)" state="([\w-]+)"(?: name="([\w-]+)")?(?: after="([\w-]+)")?>\n\n```js [^\n]*\n(.*?)^```$/gms;

/** All samples, in the order of their pages. */
export function listSamples(): CodeSample[] {
  return globSync('LuranaBPA/**/*.md', { cwd: docs })
    .sort()
    .flatMap((file) => {
      const modulesByName = new Map<string, string>();
      return [...readFileSync(path.join(docs, file), 'utf8').matchAll(SAMPLE)].map(
        ([, form = '', state = '', name, after, code = '']): CodeSample => {
          if (name !== undefined) modulesByName.set(name, code);
          const before = after === undefined ? [] : [modulesByName.get(after) ?? ''];
          return { page: path.basename(file, '.md'), form, state, codes: [...before, code] };
        },
      );
    });
}

/** Code blocks of a form's JavaScript, runnable or not. A title such as `add-users.js` names a program for Node.js. */
export function countCodeBlocks(): number {
  return globSync('LuranaBPA/**/*.md', { cwd: docs, exclude: (name) => name === 'RESTAPI' })
    .map(
      (file) =>
        readFileSync(path.join(docs, file), 'utf8').match(/^ *```js (?!title="[\w-]+\.js")/gm)?.length ?? 0,
    )
    .reduce((sum, count) => sum + count, 0);
}

/** Members of the API that have a sample in their section. */
export function findMembersWithSample(): string[] {
  return globSync('LuranaBPA/**/*.md', { cwd: docs }).flatMap((file) =>
    [
      ...readFileSync(path.join(docs, file), 'utf8').matchAll(
        /^<JsMember name="([^"]+)">$(.*?)^<\/JsMember>$/gms,
      ),
    ]
      .filter(([, , inside = '']) => inside.includes('<Sample '))
      .map(([, name = '']) => name),
  );
}

/** All of the API. */
export function listMembers(): string[] {
  const text = readFileSync(path.join(docs, '_data/javascript-members.json'), 'utf8');
  return jsMembers.parse(text).members.map(({ id }) => id);
}

/** Every form of the manual, as a browser has it. */
export function readFormDefinitions(): FormDefinition[] {
  return globSync('_data/forms/*.json', { cwd: docs }).map((file) => {
    const form = parseForm(readFileSync(path.join(docs, file), 'utf8'));
    if (typeof form === 'string') throw new Error(`${file}: ${form}`);
    return createLiveForm(form, story);
  });
}

/** Every use of `<Form>` in an article: the form as a browser has it, and with what it is opened. */
export function findFormsOnPages(): { page: string; definition: FormDefinition; state: FormState }[] {
  return globSync('LuranaBPA/**/*.md', { cwd: docs }).flatMap((file) =>
    [...readFileSync(path.join(docs, file), 'utf8').matchAll(/<Form\b([^>]*)>/g)].map(
      ([, attributes = '']) => {
        const [, name = ''] = /\bname="([^"]*)"/.exec(attributes) ?? [];
        const [, state = ''] = /\bstate="([^"]*)"/.exec(attributes) ?? [];
        const form = parseForm(readFileSync(path.join(docs, `_data/forms/${name}.json`), 'utf8'));
        if (typeof form === 'string') throw new Error(`${file}: ${form}`);
        return { page: file, definition: createLiveForm(form, story), state: createLiveState(form, state) };
      },
    ),
  );
}

/** A form whose code runs, in a scope of its own. */
export interface SampleRun {
  /** Output of the console: `log 16 pieces`. */
  lines: string[];
  view(): FormView;
  field(id: string): FieldView;
  value(id: string): unknown;
  label(id: string): string;
  /** Does it, and waits until nothing more follows. */
  do(event: FormEvent): void;
  change(id: string, value: string | string[]): void;
  click(id: string): void;
  /** Runs more code in the same form. */
  run(code: string): void;
  /** Lets all queries and pauses come to their end; answers of the REST API take a moment of their own. */
  settle(): Promise<void>;
}

interface RunOptions {
  isMobile?: boolean;
  confirms?: boolean;
  mode?: 'edit' | 'view';
}

export function runSample(
  { form: name, state, codes }: Omit<CodeSample, 'page'>,
  { isMobile = false, confirms = true, mode = 'edit' }: RunOptions = {},
): SampleRun {
  const form = parseForm(readFileSync(path.join(docs, `_data/forms/${name}.json`), 'utf8'));
  if (typeof form === 'string') throw new Error(form);
  const lines: string[] = [];
  const due: (() => void)[] = [];
  const context = vm.createContext({
    setTimeout: (action: () => void) => due.push(action),
    encodeURIComponent,
    window: {},
  });
  const wait = () => {
    for (let action = due.shift(); action; action = due.shift()) action();
  };
  const running = runForm(
    {
      kind: 'start',
      definition: createLiveForm(form, story),
      state: { ...createLiveState(form, state), mode },
      settings: { codes, confirms, isMobile },
    },
    {
      define: (globals) => Object.assign(context, { window: context }, globals),
      run: (code) => vm.runInContext(code, context, { timeout: 30_000 }),
      post: (message) => {
        if (message.kind === 'line') lines.push(`${message.level} ${message.text}`);
        if (message.kind === 'not-loaded') lines.push(`error ${message.text}`);
      },
      // A message goes after seconds: for a test it stays.
      later: (action, milliseconds) => {
        if (milliseconds < 1000) due.push(action);
      },
      userAgent: 'Browser/1.0',
    },
  );
  wait();
  const view = () => createFormView(running.form);
  const findField = (id: string): FieldView => {
    const all = listFields(view().rows);
    const sample = all.find((candidate) => candidate.id === id);
    if (!sample) throw new Error(`No field ${id}.`);
    return sample;
  };
  const send = (event: FormEvent) => {
    running.send(event);
    wait();
  };
  return {
    lines,
    view,
    field: findField,
    value: (id) => running.form.findField(id)?.value,
    label: (id) => findField(id).label,
    do: send,
    change: (id, value) => send({ kind: 'change', id, value }),
    click: (id) => send({ kind: 'click', id }),
    run(code) {
      vm.runInContext(code, context);
      wait();
    },
    async settle() {
      wait();
      await new Promise(setImmediate);
      wait();
    },
  };
}

function listFields(rows: FieldView[][]): FieldView[] {
  return rows
    .flat()
    .flatMap((field) => [field, ...listFields(field.rows), ...(field.grid?.rows.flat() ?? [])]);
}
