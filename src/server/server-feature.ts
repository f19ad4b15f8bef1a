import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SignedInUser } from '../accounts/account.ts';
import type { FeatureMail, FeatureMailOutcome } from '../accounts/mail/messages/message.ts';
import type { IdentityFeature } from '../accounts/providers/open-identity-provider.ts';
import type { Environment } from '../config/environment.ts';
import type { SiteTexts } from '../config/texts.ts';
import type { DeployOperation } from '../model/api/deploy-operation.ts';
import type { Endpoint } from '../model/api/endpoint.ts';
import type { ApiSubject } from '../model/api/openapi.ts';
import type { Route } from '../model/routes.ts';
import type { SearchObserver } from '../search/protocol/search-observer.ts';
import type { DataFile, StorageFeature } from '../storage/data-file.ts';
import type { Leases } from '../storage/duties.ts';
import type { ReaderSearch, ResultsPart, SearchStartPart } from './api/search.ts';
import type { SignInStep } from './auth/sign-in-step.ts';
import type { FindPublisher } from './gate/gate.ts';
import type { ChallengeWriter } from './gate/session-step.ts';
import type { AnswerObserver } from './http/answered.ts';
import type { Finding } from './ops/doctor/finding.ts';
import type { ReadinessCheck } from './ops/health.ts';
import type { RouteParts } from './route-parts.ts';

/**
 * The part of a feature that concerns servers. Everything is optional. The gate, the metrics and the OpenAPI document
 * read the declarations; `start` registers the handlers.
 */
export interface ServerFeature extends StorageFeature, IdentityFeature {
  /** Lower case, with hyphens, such as `people-import`. */
  name: string;
  /**
   * Folder with the feature's messages, one file per language, as a URL relative to `import.meta.url`. `en.json` has groups of
   * texts like that of `src/config/messages`. Names are unique among all texts of the site, and known to TypeScript by
   * `FeatureTexts`.
   */
  messages?: URL;
  /**
   * Routes besides those of its endpoints. A handler for a route that isn't declared keeps the server from starting.
   */
  routes?: readonly Route[];
  /** Endpoints of `/api/v1`, by `operationId`. */
  endpoints?: ListOrLoader<EndpointList>;
  /** Operations of `/api/v1` for deploy tokens, by `operationId`. */
  deployOperations?: ListOrLoader<DeployOperationList>;
  /**
   * Whether it creates tokens with which programs read for a user. The server and its pages then let users and
   * administrators list and revoke tokens. `start` says with `identity.tokens.accept` that the gate accepts them.
   */
  grantsTokens?: true;
  /** Groups of the feature's endpoints in the OpenAPI document, by the first part of their paths below `/api/v1`. */
  apiSubjects?: Readonly<Record<string, ApiSubject>>;
  /** Error codes of the feature's answers, with their meanings for the OpenAPI document. */
  errorCodes?: Readonly<Record<string, string>>;
  /**
   * Corrects a request target that people mistype, such as a slash too many, before the router sees it. Gets and
   * returns
   * the path below the base path, with its query.
   */
  correctTarget?(method: string | undefined, target: string, headers: IncomingHttpHeaders): string;
  /** Tools for assistants, over MCP. `start` says with `context.answerTool` how they work. */
  tools?: readonly FeatureTool[];
  /** Metrics of the feature. `start` says with `context.measure` where their values come from. */
  metrics?: readonly FeatureMetric[];
  /**
   * The kinds of mail that the feature sends, by names in lower case with hyphens: functions that write an example in a
   * language, such as `en` or `es`. Administrators see them among the mails of the site.
   */
  mails?: Readonly<Record<string, (language: string) => FeatureMail>>;
  /** Checks for `gatehouse doctor` and the health page, in the language of `texts`. Changes nothing. */
  examine?(environment: Environment, options: ExamineOptions): Promise<Finding[]>;
  /**
   * The feature's part of the weekly mail to administrators, as plain text. Empty if there is nothing to
   * report.
   */
  describeWeek?(week: Week, options: { environment: Environment; language: string }): Promise<string>;
  /**
   * Opens what the feature needs and registers its handlers. Runs before the server listens; a rejection keeps the
   * server from starting. The returned function closes what was opened, after the last request has been answered.
   */
  start?(context: FeatureContext): Promise<Stop | undefined>;
}

/** Endpoints of `/api/v1`, by `operationId`. */
export type EndpointList = Readonly<Record<string, Endpoint>>;

/** Operations of `/api/v1` for deploy tokens, by `operationId`. */
export type DeployOperationList = Readonly<Record<string, DeployOperation>>;

/**
 * A list that a feature declares, or a function that loads it. Creating the schemas of a list takes milliseconds, and
 * most commands don't need them:
 *
 * ```ts
 * endpoints: async () => (await import('./greeting-endpoints.ts')).greetingEndpoints,
 * ```
 */
export type ListOrLoader<List> = List | (() => Promise<List>);

/** Parameters of the checks of features. */
export interface ExamineOptions {
  texts: SiteTexts;
  /** Every data file of the site, those of other features included. */
  dataFiles: readonly DataFile[];
}

/** A metric with one value per process. */
export interface FeatureMetric {
  /** Begins with `docs_`. */
  name: string;
  help: string;
  /** How the values of several workers become one. */
  aggregator: 'sum' | 'min' | 'max';
}

/** A tool that an assistant can call for its reader, over MCP. It only reads: a tool must not change anything. */
export interface FeatureTool<Input extends z.ZodObject = z.ZodObject> {
  /** Lower case, with underscores, such as `find_greeting`. */
  name: string;
  /** Readers whose assistants see it and can call it. */
  access: 'reader' | 'administrator';
  title: string;
  /** Tells the assistant what the tool returns and when to use it. */
  description: string;
  input: Input;
}

/** The result of a tool: text for the assistant, or why it failed and what to do instead. */
export type ToolResult = { text: string } | { failure: string };

/** The reader whose assistant calls a tool. */
export interface ToolCaller {
  user: SignedInUser;
  /** The request of the assistant. `search` and the look-ups of pages take the reader's rights from it. */
  request: FastifyRequest;
}

/** A tool with the function that answers its calls. */
export interface AnsweredTool extends FeatureTool {
  answer(input: Record<string, unknown>, caller: ToolCaller): Promise<ToolResult>;
}

/** A past week: from `since` until before `until`, in milliseconds since the epoch. */
export interface Week {
  since: number;
  until: number;
}

export type Stop = () => Promise<void> | void;

/** A passage of the documentation, word for word and as plain text. */
export interface FoundPassage {
  /** Path of the passage's section, with the fragment. */
  url: string;
  /** Title of the page and the headings down to the section. */
  titles: readonly string[];
  text: string;
}

/**
 * Finds the passages that are most likely to answer a question, the best first, with the rights of the reader who sent
 * the request. Undefined if search can't answer right now.
 */
export type FindPassages = (
  question: { text: string; language?: string | undefined; tags?: readonly string[] | undefined },
  request: FastifyRequest,
) => Promise<readonly FoundPassage[] | undefined>;

/** A mail that a feature sends, and its recipient. */
export interface SentMail {
  /** `accountId` of the recipient. */
  to: string;
  /** The kind of mail, which `mails` of the feature must declare. */
  kind?: string | undefined;
  /** BCP 47 tag of the recipient's language, such as that of a page. By default the language of the sign-in pages. */
  language?: string | undefined;
  /** Writes the mail in this language: one that the greeting and the footer have too, such as `en` or `es`. */
  write(language: string): FeatureMail;
}

/** The server as a feature sees it. */
export interface FeatureContext extends Omit<RouteParts, 'environment'> {
  environment: Environment;
  /**
   * Registers handlers for declared routes, with hooks and parsers that concern only this feature. All of them are
   * behind the gate: `request.gate.user` is the reader.
   */
  app: FastifyInstance;
  /** Searches with the rights of the reader who sent a request. */
  search: ReaderSearch;
  /** Every data file of the site, those of other features included. */
  dataFiles: readonly DataFile[];
  /** Leases for tasks that one process does on behalf of all. */
  leases: Leases;
  /** Sets the function that answers the calls of a declared tool. */
  answerTool<Input extends z.ZodObject>(
    tool: FeatureTool<Input>,
    answer: (input: z.output<Input>, caller: ToolCaller) => Promise<ToolResult>,
  ): void;
  /** The tools of all features. Complete when all features have started. */
  tools: readonly AnsweredTool[];
  /** Sets where the values of a declared metric come from. `read` returns undefined while there is no value. */
  measure(name: string, read: () => number | undefined): void;
  /**
   * Admits requests with deploy tokens to operations for them, if `find` knows the token. Only one feature can do so.
   */
  admitPublishers(find: FindPublisher): void;
  /**
   * Continues the sign-ins of accounts that have a second factor, or must have one, after a correct password. Without
   * such a step these accounts can't sign in. Only one feature can do so.
   */
  continueSignIns(step: SignInStep): void;
  /**
   * Queues a mail with the greeting, the layout and the sender of all mails of the site. It is sent again until the
   * mail
   * server takes it, also by other processes.
   */
  sendMail(mail: SentMail): Promise<FeatureMailOutcome>;
  /** Adds a check to `/readyz`. */
  addReadinessCheck(check: ReadinessCheck): void;
  /**
   * Adds parameters to the challenge that programs get without a session or token (RFC 9110, `WWW-Authenticate`), such
   * as the place where they ask for access.
   */
  addChallenge(writeChallenge: ChallengeWriter): void;
  /** Adds a field to what pages learn with their session. Left out while `read` returns undefined. */
  describeSession(field: string, read: () => Promise<unknown>): void;
  /** Calls `observer` with the searches of signed-in readers. */
  observeSearches(observer: SearchObserver): void;
  /** Tells observers of searches that nothing answers a question. Those of visitors aren't counted. */
  reportUnanswered(question: string, request: FastifyRequest): void;
  /** Tells observers of searches that this many sections answer a question. Those of visitors aren't counted. */
  reportAnswered(question: string, sections: number, request: FastifyRequest): void;
  /** Offers other features a way to find passages for a question. Only one feature can do so. */
  offerPassages(find: FindPassages): void;
  /** Finds passages with the function that a feature offers. Undefined if no feature does. */
  findPassages: FindPassages;
  /** Adds a part above the hits of the results page. */
  addToResults(part: ResultsPart): void;
  /** Adds a part below the results page of a search that found nothing. */
  addToNoResults(part: ResultsPart): void;
  /** Adds a part to the search page without a query. */
  addToSearchStart(part: SearchStartPart): void;
  /** Calls `observe` after each answer of the server, also those of the gate and of other features. */
  observeAnswers(observe: AnswerObserver): void;
}

/** Whether one of these features creates tokens with which programs read for users. */
export function grantTokens(features: readonly Pick<ServerFeature, 'grantsTokens'>[]): boolean {
  return features.some(({ grantsTokens }) => grantsTokens);
}

/** Collects the tools of these features. Throws if two have the same name. */
export function collectTools(features: readonly Pick<ServerFeature, 'name' | 'tools'>[]): FeatureTool[] {
  const toolsByName = new Map<string, FeatureTool>();
  for (const feature of features) {
    for (const tool of feature.tools ?? []) {
      if (toolsByName.has(tool.name))
        throw new Error(`The feature ${feature.name} declares the tool ${tool.name} a second time.`);
      toolsByName.set(tool.name, tool);
    }
  }
  return [...toolsByName.values()];
}
