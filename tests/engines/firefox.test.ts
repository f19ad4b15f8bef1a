// @module-tag firefox
import { firefox } from './drivers/firefox.ts';
import { testStatements } from './statements.ts';

testStatements(firefox);
