import type { Collections, EndpointData } from './endpoint-data.ts';
import type { State } from './state.ts';
import type { Story } from './story.ts';

export interface SandboxRequest {
  /** Path and query, as they are sent. */
  parameters: Record<string, unknown>;
  body?: unknown;
  token: string;
}

export interface SandboxAnswer {
  status: number;
  /** Absent where there is none. */
  body?: unknown;
  /** The answer is a file of this name. */
  file?: string | undefined;
  /** Where a redirect leads. */
  location?: string | undefined;
}

/** Everything that an answer is made from, besides the request. */
export interface World {
  story: Story;
  collections: Collections;
  /** Changed by what is answered. */
  state: State;
  /** As answers have it: `2026-03-09 09:12:40`. */
  now: () => string;
  uid: () => string;
}

/** Why a request is refused: the key of a message of the story, and what it names. */
export class Refusal {
  readonly status: number;
  readonly reason: string;
  readonly what: string;

  constructor(status: number, reason: string, what = '') {
    this.status = status;
    this.reason = reason;
    this.what = what;
  }
}

/** One request, by whom. */
export interface Call {
  world: World;
  endpoint: EndpointData;
  request: SandboxRequest;
  user: string;
}

/** The documented answer as JSON; `undefined` where it is none. */
export function readSample({ answer }: EndpointData): unknown {
  return answer.kind === 'json' ? answer.example : undefined;
}

/** The documented answer. */
export function asSample({ status, answer, path }: EndpointData): SandboxAnswer {
  switch (answer.kind) {
    case 'json':
      return { status, body: structuredClone(answer.example) };
    case 'file':
      return { status, file: path.split('/').findLast((part) => !part.startsWith('{')) };
    case 'nothing':
      return { status };
  }
}
