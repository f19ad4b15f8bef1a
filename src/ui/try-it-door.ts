/**
 * `gatehouse/try-it`: the parts of a form that sends requests to an API, for live parts of a site that document an API in
 * their own way. Pages of OpenAPI files have the same form with `openApi.tryIt`.
 *
 * `sendRequest` calls only servers that the configuration names under `connect` or `openApi.tryIt`. Adopt `tryItStyle`
 * when the form opens.
 */
export { adoptStyle } from './adopt-style.ts';
export { AnswerFigure, type AnswerFigureProps } from './try-it/answer-figure.tsx';
export { FieldInput, type FieldInputProps, type RequestField } from './try-it/field-input.tsx';
export { PanelFrame, type PanelFrameProps } from './try-it/panel-frame.tsx';
export { RequestCode } from './try-it/request-code.tsx';
export {
  explainProblem,
  formatAnswer,
  type PageAnswer,
  type PageRequest,
  sendRequest,
} from './try-it/send-request.ts';
export { default as tryItStyle } from './try-it/try-it.css?inline';
