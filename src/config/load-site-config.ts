import { existsSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { explainIssue } from '../shared/explain-issue.ts';
import { findFailureLine } from '../shared/failure-line.ts';
import { findLineOfKey } from '../shared/line-of-key.ts';
import { createErrorReporter, type Problem } from '../shared/problem.ts';
import { describeReason } from '../shared/reason.ts';
import { importConfiguration } from './doors.ts';
import { showBrandLogo } from './show-brand-logo.ts';
import { type SiteConfig, siteConfigSchema } from './site-config.ts';
import { mayNameFeatures, resolveSiteConfigFile, SITE_CONFIG_FILE } from './site-config-file.ts';

const problem = createErrorReporter('site-config', SITE_CONFIG_FILE);

type SiteConfigResult = { config: SiteConfig; problems: [] } | { config?: never; problems: Problem[] };

/**
 * Loads `site.config.ts` of the site folder and fills in the defaults. Without the file, all settings have their
 * defaults. Each wrong key is a problem of its own. Another `version` loads a changed file again in a process that has
 * already loaded it.
 */
export async function loadSiteConfig(siteDir: string, version = ''): Promise<SiteConfigResult> {
  const file = resolveSiteConfigFile(siteDir);
  if (!existsSync(file)) return { config: siteConfigSchema.parse({}), problems: [] };
  let module: { default?: unknown };
  try {
    module = await importConfiguration(file, version);
  } catch (error) {
    const [reason = ''] = describeReason(error).split('\n');
    const message = `The file can't be loaded: ${reason.replace(/\.$/, '')}. Fix it and try again.`;
    return { problems: [problem(message, findFailureLine(error, file))] };
  }
  const parseResult = siteConfigSchema.safeParse(module.default);
  const text = readFileSync(file, 'utf8');
  if (parseResult.success && parseResult.data.features.length > 0 && !mayNameFeatures(text)) {
    const message = `features: write the key in ${SITE_CONFIG_FILE} itself. Servers look for it there before they load the file.`;
    return { problems: [problem(message)] };
  }
  if (parseResult.success) return { config: showBrandLogo(parseResult.data), problems: [] };
  return { problems: parseResult.error.issues.flatMap((issue) => describeIssue(issue, text)) };
}

function describeIssue(issue: z.core.$ZodIssue, text: string): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      problem(`${[...issue.path, key].join('.')} isn't a setting. Remove it.`, findLineOfKey(text, key)),
    );
  }
  const key = issue.path.findLast((part) => typeof part === 'string');
  const name = issue.path.length === 0 ? 'The default export' : issue.path.join('.');
  return [
    problem(`${name}: ${explainIssue(issue)}.`, key === undefined ? undefined : findLineOfKey(text, key)),
  ];
}
