/**
 * The module `gatehouse/feature/page`, for the components of a feature's pages. They run in the reader's browser. The
 * module that a page names exports the component `Page`:
 *
 * ```tsx
 * import { createApiClient, NotYet, useLoaded } from 'gatehouse/feature/page';
 * import type { endpoints } from './feature.ts';
 *
 * const callApi = createApiClient<typeof endpoints>();
 *
 * export function Page() {
 *   const { answer, state, reload } = useLoaded('greeting', () =>
 *     callApi('GET /api/v1/greetings/:name', { params: { name: 'Ana' } }),
 *   );
 *   if (answer === undefined) return <NotYet state={state} reload={reload} />;
 *   return <p>{answer.text}</p>;
 * }
 * ```
 *
 * Import schemas and endpoints with `import type` only, so that browsers don't load them. React is the one of Gatehouse.
 */
import type { AnswerOf, Endpoint, SentRequest } from '../model/api/endpoint.ts';
import { type ApiResult, callApi } from '../ui/api-client.ts';

/** A table of the administration, with all of its rows. */
export { WholeTable } from '../ui/admin/table/data-table.tsx';
/** The result of a call: `done` with the answer, or the code and the message of the error. */
export type { ApiResult, Refused } from '../ui/api-client.ts';
/** Buttons in the look of the site. `SubmitButton` is the main button of a form. */
export { Button, SubmitButton } from '../ui/button.tsx';
/** A time in the reader's time zone and language. */
export { LocalTime } from '../ui/local-time.tsx';
/** A placeholder until data has arrived, with a button to try again after a failure. */
export { NotYet } from '../ui/not-yet.tsx';
/** Tells the reader how the last action ended, also with a screen reader. */
export { Notice, type NoticeText } from '../ui/notice.tsx';
/** Loads the answer of a call while the page is open, and again after `reload`. */
export { type Loaded, useLoaded } from '../ui/use-loaded.ts';

type EndpointFor<Endpoints, Call> = Extract<Endpoints[keyof Endpoints], { call: Call }>;

/** Calls the endpoints of one feature, each by its `call`. */
export type ApiClient<Endpoints extends Readonly<Record<string, Endpoint>>> = <
  Call extends Endpoints[keyof Endpoints]['call'],
>(
  call: Call,
  request: SentRequest<EndpointFor<Endpoints, Call>>,
) => Promise<ApiResult<AnswerOf<EndpointFor<Endpoints, Call>>>>;

/**
 * Creates the function that calls a feature's endpoints, with the types of their schemas. A reader whose session has
 * ended is led to the sign-in page. If a call needs a recent confirmation of who the reader is, the page asks for it and
 * repeats the call.
 */
export function createApiClient<
  Endpoints extends Readonly<Record<string, Endpoint>>,
>(): ApiClient<Endpoints> {
  // `callApi` has the types of the endpoints that come with the program. At runtime it sends any call.
  return callApi as unknown as ApiClient<Endpoints>;
}
