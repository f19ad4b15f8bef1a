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
  /** Undefined if the answer has no body. */
  body?: unknown;
  /** The answer is a file of this name. */
  file?: string | undefined;
  /** Where a redirect leads. */
  location?: string | undefined;
}

/** Everything besides the request that an answer depends on. */
export interface World {
  story: Story;
  collections: Collections;
  /** Requests change it. */
  state: State;
  /** The current time in the format of answers: `2026-03-09 09:12:40`. */
  now: () => string;
  uid: () => string;
}

/** Why a request is refused: the key of a message of the story, what it names, and what is wrong with that. */
export class Refusal {
  readonly status: number;
  readonly reason: string;
  readonly what: string;
  readonly detail: string;

  constructor(status: number, reason: string, what = '', detail = '') {
    this.status = status;
    this.reason = reason;
    this.what = what;
    this.detail = detail;
  }
}

/** A request, with the user who sends it. */
export interface Call {
  world: World;
  endpoint: EndpointData;
  request: SandboxRequest;
  user: string;
}

/** The documented answer, parsed. Undefined if it isn't JSON. */
export function readSample({ answer }: EndpointData): unknown {
  return answer.kind === 'json' ? answer.example : undefined;
}

/** The documented answer. */
export function toSample({ status, answer, path }: EndpointData): SandboxAnswer {
  switch (answer.kind) {
    case 'json':
      return { status, body: structuredClone(answer.example) };
    case 'file':
      return { status, file: path.split('/').findLast((part) => !part.startsWith('{')) };
    case 'nothing':
      return { status };
  }
}
