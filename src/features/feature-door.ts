/**
 * The module `gatehouse/feature`, for features that live outside of Gatehouse: in a site folder, or in a package.
 *
 * A feature is a module whose default export is `defineFeature({ … })`. A site names it in `site.config.ts`, with
 * `features: ['./greetings/feature.ts']`; a server without the site folder names it in the variable `FEATURES`. Every
 * command loads the module, so it holds declarations only and imports the rest when it is needed:
 *
 * ```ts
 * import { defineFeature, type Endpoint, z } from 'gatehouse/feature';
 *
 * export const endpoints = {
 *   readGreeting: {
 *     call: 'GET /api/v1/greetings/:name',
 *     access: 'reader',
 *     summary: 'Get the greeting for a name.',
 *     answer: z.strictObject({ text: z.string().describe('The greeting.') }),
 *   },
 * } as const satisfies Record<string, Endpoint>;
 *
 * export default defineFeature({
 *   name: 'greetings',
 *   endpoints,
 *   apiSubjects: { greetings: { name: 'Greetings', description: 'Greetings for readers.' } },
 *   async start({ app }) {
 *     const { answerGreetings } = await import('./answer-greetings.ts');
 *     answerGreetings(app);
 *     return undefined;
 *   },
 * });
 * ```
 *
 * `answer-greetings.ts` has the handler. Input and answer have the types of the schemas:
 *
 * ```ts
 * import { answerEndpoint, type FeatureContext } from 'gatehouse/feature';
 * import { endpoints } from './feature.ts';
 *
 * export function answerGreetings(app: FeatureContext['app']) {
 *   answerEndpoint(app, endpoints.readGreeting, async ({ params }) => ({ answer: { text: `Hello, ${params.name}.` } }));
 * }
 * ```
 *
 * If schemas slow commands down, move the endpoints to a file of their own, and declare a function that loads them:
 * `endpoints: async () => (await import('./endpoints.ts')).endpoints`.
 *
 * Components of its pages import `gatehouse/feature/page`. `examples/feature/` is a complete feature.
 */

/** Zod, for the schemas of endpoints and tools, in the version that Gatehouse uses. */
export { z } from 'zod';
export type { SignedInUser } from '../accounts/account.ts';
/** A mail for `sendMail` of `FeatureContext`, and what became of it. */
export type { FeatureMail, FeatureMailOutcome } from '../accounts/mail/messages/message.ts';
/** A command of `gatehouse`. `fail` and `succeed` make its results. */
export {
  type CommandEntry,
  type CommandResult,
  defineCommand,
  fail,
  rejectSurplus,
  succeed,
} from '../command/define-command.ts';
export type { Environment } from '../config/environment.ts';
/**
 * Environment variables: declare them in `settings` of the feature, and read them with `readSettings`. The schemas
 * `wholeNumber(1, 365)` and `onOrOff` describe mistakes as Gatehouse does.
 */
export { onOrOff, readSettings, type Setting, type SettingsOf, wholeNumber } from '../config/settings.ts';
/** Additions to the compiler of documents: the export `extension` of the module that `markdown.compiler` names. */
export type { ClaimFence, CompilerExtension, ExtendedDocument, Fence } from '../markdown/extensions.ts';
export type { AnswerOf, Endpoint, ReadRequest, SentRequest } from '../model/api/endpoint.ts';
export type { ApiSubject } from '../model/api/openapi.ts';
/** Spread `administration` into a page for administrators. */
export { administration, type Translations } from '../model/pages.ts';
export type { Route } from '../model/routes.ts';
/** The path of a page of the administration: `adminPath('greetings')` is `/admin/greetings`. */
export { adminPath } from '../model/urls.ts';
/** Registers the handler of a declared endpoint. The gate and the schemas have checked what the handler gets. */
export { answerEndpoint, type Caller } from '../server/api/answer-endpoint.ts';
/** An error that an endpoint answers with: status, code of the API, and a sentence that says what to do. */
export { type ErrorAnswer, errorAnswer, notFoundError } from '../server/http/errors.ts';
/** A finding of `examine`, for `gatehouse doctor` and the health page. */
export type { Finding } from '../server/ops/doctor/finding.ts';
export type {
  EndpointList,
  FeatureContext,
  FeatureMetric,
  FeatureTool,
  ListOrLoader,
  SentMail,
  Stop,
  ToolCaller,
  ToolResult,
  Week,
} from '../server/server-feature.ts';
/** Declares tables with their migrations. List the file in `dataFiles` of the feature, and open it with `openDatabase`. */
export { type DataFile, defineDataFile, type Migration } from '../storage/data-file.ts';
/**
 * Parts of statements for both databases. Placeholders are `$1`, `$2`, …, and `database.names` has the names of tables.
 * Rows are parsed with Zod; `run` executes a statement within a transaction.
 */
export {
  type Database,
  insertInto,
  type Result,
  readFirstRow,
  readRows,
  run,
  type Statement,
  type Value,
  type Work,
} from '../storage/database.ts';
/** Opens the tables of a data file, in SQLite or PostgreSQL as the environment says. */
export { openDatabase } from '../storage/open-database.ts';
/** A database that can't be used, with a code and a sentence for the operator. Requests that fail with it get 503. */
export { StoreError } from '../storage/store-error.ts';
/** Declares a feature. The types check what it declares, and editors explain each key. */
export {
  defineFeature,
  type Feature,
  type FeatureLivePart,
  type FeaturePage,
  type MarkdownExtensions,
} from './feature.ts';
