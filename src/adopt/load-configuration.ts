import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { loadSiteConfig, siteConfigFile } from '../config/load-site-config.ts';
import { type SiteConfig, siteConfigSchema } from '../config/site-config.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';
import { reasonOf } from '../shared/reason.ts';
import { takeStrayErrors } from '../shared/site-process.ts';
import { ConfigNotes, type Finding, settingsOf } from './config-notes.ts';
import { evaluateConfig } from './evaluate-config.ts';
import { inSiteFolder } from './in-site-folder.ts';
import { callPlugins } from './own-plugins.ts';
import { readDocusaurusConfig } from './read-docusaurus-config.ts';
import { PluginReading } from './read-plugins.ts';

interface LoadedConfiguration {
  /** Absent where it cannot be used. */
  config?: SiteConfig;
  problems: readonly Problem[];
  /** What of a Docusaurus configuration comes along in another way, or not at all. */
  findings: readonly Finding[];
}

const docusaurusFiles = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map(
  (ending) => `docusaurus.config.${ending}`,
);

/** The file that configures a site: `site.config.ts`, else one of Docusaurus; none where every default is right. */
export function configurationFile(siteDir: string): string | undefined {
  const own = siteConfigFile(siteDir);
  return existsSync(own) ? own : docusaurusConfigFile(siteDir);
}

function docusaurusConfigFile(siteDir: string): string | undefined {
  return docusaurusFiles.map((name) => path.join(siteDir, name)).find((file) => existsSync(file));
}

/**
 * The configuration of a site folder, whichever it has, with every default filled in. `version` makes a changed file
 * load again in a process that has loaded it before.
 */
export async function loadConfiguration(siteDir: string, version = ''): Promise<LoadedConfiguration> {
  const file = configurationFile(siteDir);
  if (file === undefined || file === siteConfigFile(siteDir)) {
    return { ...(await loadSiteConfig(siteDir, version)), findings: [] };
  }
  return inSiteFolder(siteDir, () => adoptConfiguration(file, siteDir));
}

/**
 * What a site's `docusaurus.config.*` says, though the site has a configuration of ours: for one that `gatehouse adopt`
 * has written, which takes functions and plugins from there. Throws what is wrong with it.
 */
export async function adoptedConfig(siteDir: string): Promise<SiteConfig> {
  const file = docusaurusConfigFile(siteDir);
  if (file === undefined) throw new Error('There is no docusaurus.config.* beside this configuration.');
  const { config, problems } = await inSiteFolder(siteDir, () => adoptConfiguration(file, siteDir));
  if (config) return config;
  throw new Error(problems.map(formatProblem).join('; '));
}

/** A plugin of the site that changes how PostCSS processes its style sheets. */
export interface PostCssConfigurer {
  /** As the configuration names it. */
  plugin: string;
  configurePostCss(options: unknown): unknown;
}

/**
 * The plugins of the site's `docusaurus.config.*` that have `configurePostCss`, in Docusaurus' order, and that file.
 * Called within `inSiteFolder`.
 */
export async function postCssConfigurers(
  siteDir: string,
): Promise<{ file: string | undefined; configurers: PostCssConfigurer[] }> {
  const file = docusaurusConfigFile(siteDir);
  const { value } = file === undefined ? {} : await evaluateConfig(file, siteDir);
  if (file === undefined || value === undefined) return { file, configurers: [] };
  const notes = new ConfigNotes(path.relative(siteDir, file), readFileSync(file, 'utf8'));
  const config = settingsOf(value);
  const called = await callPlugins(new PluginReading(config, notes).own, config, siteDir, notes);
  const configurers = called.flatMap(({ name, methods }) => {
    const { configurePostCss } = methods;
    if (typeof configurePostCss !== 'function') return [];
    return [
      { plugin: name, configurePostCss: (options: unknown) => configurePostCss.call(methods, options) },
    ];
  });
  return { file, configurers };
}

/** Evaluates a configuration of Docusaurus and reads it into ours. */
async function adoptConfiguration(file: string, siteDir: string): Promise<LoadedConfiguration> {
  const evaluated = await evaluateConfig(file, siteDir);
  const notes = new ConfigNotes(path.relative(siteDir, file), readFileSync(file, 'utf8'));
  const { findings } = notes;
  if (evaluated.value === undefined) {
    if (evaluated.problems.length === 0)
      notes.report('error', 'default', 'The configuration exports nothing.');
    return { problems: [...evaluated.problems, ...notes.problems], findings };
  }
  const read = await readDocusaurusConfig(evaluated.value, siteDir, notes);
  const parsed = siteConfigSchema.safeParse(read);
  for (const issue of parsed.error?.issues ?? []) {
    const isFollowOn = evaluated.problems.length > 0 && comesFromStandIn(issue, read);
    if (!isFollowOn) reportIssue(issue, notes);
  }
  // A promise that fails is heard of when nothing else is to be done.
  await setImmediate();
  for (const { error } of takeStrayErrors(realpathSync(siteDir)))
    notes.report(
      'warning',
      'plugins',
      `Code that the configuration started fails: ${reasonOf(error)}. Catch the error there, or remove the plugin.`,
    );
  const problems = [...evaluated.problems, ...notes.problems];
  return parsed.success && evaluated.problems.length === 0
    ? { config: parsed.data, problems, findings }
    : { problems, findings };
}

/** Whether an issue is about a value of a package that isn't installed. The missing package is reported already. */
function comesFromStandIn(issue: z.core.$ZodIssue, config: unknown): boolean {
  let value = config;
  for (const key of issue.path) {
    if (isStandIn(value)) return true;
    value = Object(value)[key];
  }
  return isStandIn(value);
}

/** Whether a value stands in for a package: it returns itself for every property. See `provided-packages.ts`. */
function isStandIn(value: unknown): boolean {
  return typeof value === 'function' && Reflect.get(value, 'anyProperty') === value;
}

/** What is called otherwise there. */
const theirNames: Readonly<Record<string, string>> = {
  name: 'title',
  announcement: 'announcementBar',
  html: 'content',
  closeable: 'isCloseable',
  defaultTheme: 'defaultMode',
  disableThemeSwitch: 'disableSwitch',
  styles: 'customCss',
  blogs: 'blog',
  markdownFormat: 'format',
  columns: 'links',
};

function reportIssue(issue: z.core.$ZodIssue, notes: ConfigNotes): void {
  // Of a choice of shapes, the first thing that is wrong with the one that it comes nearest to.
  const inner =
    issue.code === 'invalid_union'
      ? issue.errors.map((errors) => errors[0]).find((error) => error !== undefined && error.path.length > 0)
      : undefined;
  const at = [...issue.path, ...(inner?.path ?? [])].map((part) => theirNames[String(part)] ?? String(part));
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const what = [...at, key].join('.');
      notes.report('error', what, `${what} is not a setting: remove it.`);
    }
    return;
  }
  notes.report('error', at.join('.'), `${at.join('.')}: ${(inner ?? issue).message}.`);
}
