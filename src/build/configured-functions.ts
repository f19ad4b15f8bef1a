import { realpathSync } from 'node:fs';
import type { DocsOptions } from '../config/docs-options.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { findLineOfKey } from '../shared/line-of-key.ts';
import type { Problem } from '../shared/problem.ts';
import { describeReason } from '../shared/reason.ts';
import { runAsSite } from '../shared/site-process.ts';

/** The configuration file of a site, as problems name it. */
interface ConfigurationSource {
  siteDir: string;
  name: string;
  text: string;
}

interface GuardedFunction {
  /** The option that has the function. */
  option: string;
  /** Whether the function may return this value. */
  accepts(value: unknown): boolean;
  /** Describes what it should return. */
  expected: string;
}

const editUrl: GuardedFunction = {
  option: 'editUrl',
  accepts: (value) => value === undefined || value === null || typeof value === 'string',
  expected: 'a text, or undefined for no link',
};
const readingTime: GuardedFunction = {
  option: 'readingTime',
  accepts: (value) => value === undefined || (typeof value === 'number' && value >= 0),
  expected: 'a number of minutes, or undefined',
};
const numberPrefixParser: GuardedFunction = {
  option: 'numberPrefixParser',
  accepts: (value) => typeof Object(value).filename === 'string',
  expected: 'an object with `filename` and `numberPrefix`',
};

/**
 * Returns the configuration with functions that can be called safely: they run in the site folder, as in Docusaurus, and
 * an error becomes a problem. Each function reports one problem, because it is called for every document. `problems` is
 * filled while the functions are called.
 */
export function guardFunctions(
  config: SiteConfig,
  { siteDir, name, text }: ConfigurationSource,
): { config: SiteConfig; problems: Problem[] } {
  const problems: Problem[] = [];
  const folder = realpathSync(siteDir);
  const guard = <Value, Arguments extends unknown[]>(
    call: (...args: Arguments) => Value,
    { option, accepts, expected }: GuardedFunction,
    replacement: (...args: Arguments) => Value,
  ) => {
    const report = (what: string) => {
      if (problems.some(({ message }) => message.startsWith(`The function \`${option}\``))) return;
      const message = `The function \`${option}\` of the configuration ${what}`;
      problems.push({
        code: 'config-function',
        severity: 'error',
        file: name,
        line: findLineOfKey(text, option),
        message,
      });
    };
    return (...args: Arguments): Value => {
      try {
        const value = runAsSite(folder, () => call(...args));
        if (accepts(value)) return value;
        report(`returns a value that can't be used. Return ${expected}.`);
      } catch (error) {
        report(`fails: ${describeReason(error)}`);
      }
      return replacement(...args);
    };
  };
  const guardEditUrl = (value: DocsOptions['editUrl']) =>
    typeof value === 'function' ? guard(value, editUrl, () => undefined) : value;
  const docs = config.docs.map((options) => ({
    ...options,
    editUrl: guardEditUrl(options.editUrl),
    numberPrefixParser:
      typeof options.numberPrefixParser === 'function'
        ? guard(options.numberPrefixParser, numberPrefixParser, (filename) => ({ filename }))
        : options.numberPrefixParser,
  }));
  const blogs = config.blogs.map((options) => ({
    ...options,
    editUrl: guardEditUrl(options.editUrl),
    readingTime: options.readingTime && guard(options.readingTime, readingTime, () => undefined),
  }));
  return { config: { ...config, docs, blogs }, problems };
}
