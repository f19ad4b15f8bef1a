// @module-tag whole-chromium
import { chromium } from './drivers/chromium.ts';
import { statementsFor } from './statements.ts';

statementsFor(chromium);
