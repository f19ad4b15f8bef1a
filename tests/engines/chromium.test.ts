// @module-tag whole-chromium
import { chromium } from './drivers/chromium.ts';
import { testStatements } from './statements.ts';

testStatements(chromium);
