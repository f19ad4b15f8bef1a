// @module-tag webkit
// @module-tag xvfb
import { webkit } from './drivers/webkit.ts';
import { testStatements } from './statements.ts';

testStatements(webkit);
