/** Where the reference data lies, as `SiteComponentHost` names files. */
export const dataFiles = {
  openapi: '@site/static/openapi/lurana.json',
  php: '_data/php-functions.json',
  javascript: '_data/javascript-members.json',
  controls: '_data/controls.json',
  permissions: '_data/permissions.json',
  errors: '_data/error-messages.json',
} as const;
