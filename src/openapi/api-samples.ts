/**
 * The module `gatehouse/api-samples`: writes requests to an API as samples in several languages, as pages of OpenAPI files
 * have them. For components of a site that document an API in their own way. It works in browsers, too.
 */
export { writeCurlSample } from './request-samples/curl.ts';
export { writeJavaScriptSample } from './request-samples/javascript.ts';
export { writePhpSample } from './request-samples/php.ts';
export {
  EnvironmentVariable,
  type SampleBody,
  type SampleRequest,
  type SampleText,
} from './request-samples/sample-request.ts';
