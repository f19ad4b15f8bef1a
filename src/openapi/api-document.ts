import path from 'node:path';
import { load as parseYaml } from 'js-yaml';
import { MISSING_API_FILE } from '../config/constants.ts';
import { toCanonicalData, toCanonicalText } from '../shared/canonical-text.ts';
import { isRecord } from '../shared/json.ts';
import { describeReason } from '../shared/reason.ts';
import { convertSwagger2 } from './swagger2.ts';
import { type JsonObject, readObject, readText } from './values.ts';

/** A part of an API description, with the file that its relative references start from. */
export interface ApiNode {
  value: JsonObject;
  file: string;
  /** The reference that led here: absolute file, `#` and JSON pointer. Undefined for a part without one. */
  ref?: string;
}

/** A mistake in an API description, with the place where its author can fix it. */
export interface ApiProblem {
  file: string;
  line?: number | undefined;
  message: string;
}

export interface ApiSources {
  /** Text of a file; undefined where there is no such file or the site may not read it. */
  read(file: string): string | undefined;
  report(problem: ApiProblem): void;
}

/** Limit for references that lead to another reference. */
const REFERENCES_IN_A_ROW_MAX = 20;

/**
 * An OpenAPI 3 description (Swagger 2.0 is converted) whose references are resolved on demand. Descriptions are often
 * circular, and a completely expanded one can be many times larger than its files.
 */
export class ApiDocument {
  readonly root: JsonObject;
  readonly file: string;
  readonly #sources: ApiSources;
  readonly #files = new Map<string, JsonObject | undefined>();
  readonly #reported = new Set<string>();

  constructor(file: string, root: JsonObject, sources: ApiSources) {
    this.file = file;
    this.root = root;
    this.#sources = sources;
    this.#files.set(file, root);
  }

  /** The part itself, or the target of its `$ref`. Reports a reference that leads nowhere and returns undefined. */
  follow(value: unknown, file: string = this.file): ApiNode | undefined {
    let node: ApiNode | undefined = isRecord(value) ? { value, file } : undefined;
    for (let hops = 0; node && hops < REFERENCES_IN_A_ROW_MAX; hops += 1) {
      const reference = node.value.$ref;
      if (typeof reference !== 'string') return node;
      const { $ref: _, ...siblings } = node.value;
      const target = this.#lookUp(reference, node.file);
      // In OpenAPI 3.1 a reference may have a description, which replaces that of its target.
      node = target && { ...target, value: { ...target.value, ...siblings } };
    }
    return node;
  }

  #lookUp(reference: string, from: string): ApiNode | undefined {
    const [address = '', pointer = ''] = reference.split('#', 2);
    if (/^[a-z][a-z\d+.-]*:/i.test(address)) {
      this.#report(
        from,
        reference,
        'Builds fetch nothing: save that file in the site folder and refer to it',
      );
      return undefined;
    }
    const file = address === '' ? from : path.resolve(path.dirname(from), decodeURI(address));
    const root = this.#load(file);
    const value = root && readValue(root, pointer);
    if (isRecord(value)) return { value, file, ref: `${file}#${pointer}` };
    if (root)
      this.#report(from, reference, `${path.basename(file)} has nothing there. Correct the reference`);
    else this.#report(from, reference, 'There is no such file in the site folder. Correct the path');
    return undefined;
  }

  #load(file: string): JsonObject | undefined {
    if (!this.#files.has(file)) {
      const text = this.#sources.read(file);
      this.#files.set(file, text === undefined ? undefined : parseApiText(file, text, this.#sources));
    }
    return this.#files.get(file);
  }

  #report(file: string, reference: string, why: string): void {
    if (this.#reported.has(`${file} ${reference}`)) return;
    this.#reported.add(`${file} ${reference}`);
    const text = this.#sources.read(file) ?? '';
    this.#sources.report({
      file,
      line: findLine(text, reference),
      message: `The reference \`${reference}\` leads nowhere. ${why}.`,
    });
  }
}

/** Reads a description. Reports a file that isn't one and returns undefined. `file` is absolute. */
export function loadApi(file: string, sources: ApiSources): ApiDocument | undefined {
  const text = sources.read(file);
  if (text === undefined) {
    sources.report({
      file,
      message: MISSING_API_FILE,
    });
    return undefined;
  }
  const parsedText = parseApiText(file, text, sources);
  if (!parsedText) return undefined;
  const isSwagger2 = String(parsedText.swagger) === '2.0';
  const version =
    readText(parsedText.openapi) ?? (isSwagger2 ? '2.0' : String(parsedText.openapi ?? parsedText.swagger));
  if (!isSwagger2 && !/^3\.[0-2](?:\.|$)/.test(version)) {
    const key = 'openapi' in parsedText ? 'openapi' : 'swagger';
    const message =
      parsedText.openapi === undefined && parsedText.swagger === undefined
        ? 'This file has no `openapi` key (JSON pointer /openapi). Write the version of the specification there: openapi: 3.1.0.'
        : `OpenAPI ${version} (JSON pointer /${key}) isn't supported. Use 3.0 or 3.1; Swagger 2.0 works too.`;
    sources.report({ file, line: findLine(text, key) ?? 1, message });
    return undefined;
  }
  const root = isSwagger2 ? convertSwagger2(parsedText) : parsedText;
  for (const key of ['info', ...(root.webhooks || root.components ? [] : ['paths'])]) {
    if (isRecord(root[key])) continue;
    sources.report({
      file,
      line: findLine(text, key) ?? 1,
      message: `\`${key}\` (JSON pointer /${key}) is missing or isn't an object. Every OpenAPI document needs it.`,
    });
    return undefined;
  }
  return new ApiDocument(file, root, sources);
}

function parseApiText(file: string, text: string, { report }: ApiSources): JsonObject | undefined {
  try {
    const parsedText: unknown = file.endsWith('.json')
      ? JSON.parse(text.replace(/^\uFEFF/, ''))
      : parseYaml(text);
    if (isRecord(parsedText)) return toCanonicalData(parsedText);
    report({ file, line: 1, message: 'This file must hold an object, as YAML or JSON.' });
  } catch (error) {
    const reason = describeReason(error);
    report({
      file,
      line: findSyntaxErrorLine(error, text),
      message: `This file can't be read as ${file.endsWith('.json') ? 'JSON' : 'YAML'}: ${reason}. Correct the syntax there.`,
    });
  }
  return undefined;
}

function findSyntaxErrorLine(error: unknown, text: string): number | undefined {
  // js-yaml counts lines from 0; V8 names a character of the text.
  const markedLine = isRecord(error) ? readObject(error.mark).line : undefined;
  if (typeof markedLine === 'number') return markedLine + 1;
  const position = /position (\d+)/.exec(describeReason(error))?.[1];
  return position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
}

/** Resolves a JSON pointer (RFC 6901) that is percent-encoded like a fragment. */
function readValue(root: unknown, pointer: string): unknown {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => toCanonicalText(decodeURIComponent(step)).replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>(
    (value, step) => (Array.isArray(value) ? value[Number(step)] : readObject(value)[step]),
    root,
  );
}

/** The first line that contains this text: a reference or a key. */
function findLine(text: string, part: string): number | undefined {
  const index = text.indexOf(part);
  return index === -1 ? undefined : text.slice(0, index).split('\n').length;
}
