/** A text that contains secrets. A sample reads each of them from a variable of the environment. */
export type SampleText = readonly (string | EnvironmentVariable)[];

export class EnvironmentVariable {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** One call of an endpoint, from which samples in each language are written. */
export interface SampleRequest {
  /** HTTP method in capitals. */
  method: string;
  /** URL without its query, encoded. */
  address: SampleText;
  query: readonly (readonly [name: string, value: string])[];
  /** Without `Content-Type` if there is a body. */
  headers: readonly (readonly [name: string, value: SampleText])[];
  body?: SampleBody | undefined;
  /** The form in which the sample reads the answer. */
  answer: 'json' | 'text' | 'file' | 'nothing';
}

export type SampleBody =
  | {
      kind: 'json';
      /** Objects, lists, texts and so on. An `EnvironmentVariable` can be anywhere in them. */
      value: unknown;
      /** Default: `application/json`. */
      type?: string;
    }
  | { kind: 'form'; fields: readonly (readonly [name: string, value: string | EnvironmentVariable])[] }
  | {
      kind: 'multipart';
      fields: readonly (readonly [name: string, value: string])[];
      /** Names of files in the working folder. */
      files: readonly (readonly [name: string, file: string])[];
    }
  | { kind: 'text'; text: string; type: string };

/** The type of a body whose header a sample has to write. Forms get theirs from the program that sends them. */
export function findContentType(body: SampleBody | undefined): string | undefined {
  if (body?.kind === 'json') return body.type ?? 'application/json';
  return body?.kind === 'text' ? body.type : undefined;
}
