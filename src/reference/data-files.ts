/** Beside the docs folder: the OpenAPI documents, which are also offered for download. */
export const OPENAPI_FOLDER = 'openapi';

/** Where the reference data lies, as `SiteComponentHost` names files. */
export const dataFiles = {
  openapi: '@site/openapi/lurana.json',
  php: '_data/php-functions.json',
  javascript: '_data/javascript-members.json',
  controls: '_data/controls.json',
  permissions: '_data/permissions.json',
  errors: '_data/error-messages.json',
} as const;
