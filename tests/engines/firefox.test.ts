// @module-tag firefox
import { firefox } from './drivers/firefox.ts';
import { statementsFor } from './statements.ts';

statementsFor(firefox);
