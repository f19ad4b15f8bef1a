// @module-tag webkit
// @module-tag xvfb
import { webkit } from './drivers/webkit.ts';
import { statementsFor } from './statements.ts';

statementsFor(webkit);
