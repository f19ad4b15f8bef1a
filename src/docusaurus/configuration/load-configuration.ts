import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { loadSiteConfig } from '../../config/load-site-config.ts';
import { showBrandLogo } from '../../config/show-brand-logo.ts';
import { type SiteConfig, siteConfigSchema } from '../../config/site-config.ts';
import { resolveSiteConfigFile } from '../../config/site-config-file.ts';
import { explainIssue } from '../../shared/explain-issue.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { findPathOnDisk, hasOneForm } from '../../shared/path-on-disk.ts';
import { formatProblem, type Problem } from '../../shared/problem.ts';
import { type RecordedReads, recordReads } from '../../shared/record-reads.ts';
import { ConfigNotes, type Finding, type Settings, toSettings } from '../config-notes.ts';
import { callPlugins } from './call-plugins.ts';
import { type EvaluatedConfig, evaluateConfig } from './evaluate-config.ts';
import { forgetModules, runInSiteFolder } from './in-site-folder.ts';
import { takeLateFailures } from './late-failures.ts';
import { readLanguages } from './plugin-context.ts';
import { readDocusaurusConfig } from './read-docusaurus-config.ts';
import { readPlugins } from './read-plugins.ts';

interface LoadedConfiguration {
  /**
   * Undefined if the configuration can't be used. If something that it imports is missing, it is the rest of the
   * configuration, so that documents can be checked, too.
   */
  config?: SiteConfig;
  problems: readonly Problem[];
  /** Parts of a Docusaurus configuration that work differently here, or not at all. */
  findings: readonly Finding[];
  /** Files and folders that the configuration and its plugins have read, besides their modules. */
  reads?: RecordedReads;
}

interface ConfigurationOptions {
  /** Whether plugins of the site load their data for components. Compilers of documents get it with the page. */
  loadsPluginData?: boolean;
}

const docusaurusFiles = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map(
  (ending) => `docusaurus.config.${ending}`,
);

/** The configuration file of a site: `site.config.ts`, else `docusaurus.config.*`. A site can do without one. */
export function configurationFile(siteDir: string): string | undefined {
  const siteConfig = resolveSiteConfigFile(siteDir);
  return existsSync(siteConfig) ? siteConfig : findDocusaurusConfig(siteDir);
}

function findDocusaurusConfig(siteDir: string): string | undefined {
  return docusaurusFiles.map((name) => path.join(siteDir, name)).find((file) => existsSync(file));
}

/**
 * Loads the configuration of a site folder with all defaults filled in. A process that has loaded the file before must
 * pass another `version` to load it again after a change.
 */
export async function loadConfiguration(
  siteDir: string,
  version = '',
  { loadsPluginData = true }: ConfigurationOptions = {},
): Promise<LoadedConfiguration> {
  const file = configurationFile(siteDir);
  if (file === undefined || file === resolveSiteConfigFile(siteDir)) {
    const { config, problems } = await loadSiteConfig(siteDir, version);
    return { ...(config && { config: writePathsAsOnDisk(config, siteDir) }), problems, findings: [] };
  }
  const { result, reads } = await runInSiteFolder(siteDir, () =>
    recordReads(siteDir, () => adoptConfiguration(file, siteDir, loadsPluginData)),
  );
  return { ...result, reads };
}

/** The configuration with the paths of its files and folders in the Unicode form that they have on disk. */
function writePathsAsOnDisk(config: SiteConfig, siteDir: string): SiteConfig {
  const write = (name: string) =>
    hasOneForm(name) ? name : formatPathFrom(siteDir, findPathOnDisk(path.resolve(siteDir, name)));
  return {
    ...config,
    styles: config.styles.map(write),
    staticDirectories: config.staticDirectories.map(write),
    docs: config.docs.map((docs) => ({
      ...docs,
      path: write(docs.path),
      ...(typeof docs.sidebarPath === 'string' && { sidebarPath: write(docs.sidebarPath) }),
    })),
    blogs: config.blogs.map((blog) => ({ ...blog, path: write(blog.path) })),
    pages: config.pages && { ...config.pages, path: write(config.pages.path) },
    i18n: { ...config.i18n, path: write(config.i18n.path) },
  };
}

/**
 * Loads a site's `docusaurus.config.*` even if the site has a `site.config.ts`. For a `site.config.ts` written by
 * `gatehouse adopt`, which imports functions and plugins from there. Throws if the configuration has errors.
 */
export async function adoptedConfig(siteDir: string): Promise<SiteConfig> {
  const file = findDocusaurusConfig(siteDir);
  if (file === undefined) throw new Error('The folder of this configuration has no docusaurus.config.*.');
  const { config, problems } = await runInSiteFolder(siteDir, () => adoptConfiguration(file, siteDir, true));
  if (config && !problems.some(({ severity }) => severity === 'error')) return config;
  throw new Error(problems.map(formatProblem).join('; '));
}

/** A plugin of the site that configures PostCSS for its style sheets. */
export interface PostCssConfigurer {
  /** The name of the plugin in the configuration. */
  plugin: string;
  configurePostCss(options: unknown): unknown;
}

/**
 * Finds the plugins of the site's `docusaurus.config.*` that have `configurePostCss`, in Docusaurus' order. Also returns
 * the path of that file. Must be called within `runInSiteFolder`.
 */
export async function postCssConfigurers(
  siteDir: string,
): Promise<{ file: string | undefined; configurers: PostCssConfigurer[] }> {
  const file = findDocusaurusConfig(siteDir);
  const { value } = file === undefined ? {} : await evaluateConfig(file, siteDir);
  if (file === undefined || value === undefined) return { file, configurers: [] };
  const notes = new ConfigNotes(path.relative(siteDir, file), readFileSync(file, 'utf8'));
  const config = toSettings(value);
  const site = { siteDir, siteConfig: config, file };
  const { calledPlugins } = await readPlugins(config, notes, site);
  const plugins = await callPlugins(calledPlugins, site, notes);
  const configurers = plugins.flatMap(({ name, methods }) => {
    const { configurePostCss } = methods;
    if (typeof configurePostCss !== 'function') return [];
    return [
      { plugin: name, configurePostCss: (options: unknown) => configurePostCss.call(methods, options) },
    ];
  });
  return { file, configurers };
}

/** Evaluates a Docusaurus configuration and converts it to ours, in each language if its values depend on that. */
async function adoptConfiguration(
  file: string,
  siteDir: string,
  loadsPluginData: boolean,
): Promise<LoadedConfiguration> {
  const evaluation = await runInLanguage(undefined, siteDir, () => evaluateConfig(file, siteDir));
  const { defaultLocale, locales } = readLanguages(toSettings(evaluation.result.value));
  const { result, isLanguageRead } = await runInLanguage(defaultLocale, siteDir, async () => {
    const evaluatedConfig = evaluation.isLanguageRead
      ? await evaluateConfig(file, siteDir)
      : evaluation.result;
    return convertConfiguration(evaluatedConfig, { file, siteDir, loadsPluginData });
  });
  const { config } = result;
  if (!config || !(evaluation.isLanguageRead || isLanguageRead)) return result;
  const problems = [...result.problems];
  const findings = [...result.findings];
  const localizedSettings: SiteConfig['localizedSettings'] = {};
  for (const locale of locales) {
    if (locale === defaultLocale) continue;
    const { result: localized } = await runInLanguage(locale, siteDir, async () =>
      convertConfiguration(await evaluateConfig(file, siteDir), { file, siteDir, loadsPluginData: false }),
    );
    if (localized.config) localizedSettings[locale] = selectLocalizedSettings(localized.config, config);
    for (const problem of localized.problems)
      if (!problems.some(({ message }) => message === problem.message)) problems.push(problem);
    for (const finding of localized.findings)
      if (!findings.some(({ what, why }) => what === finding.what && why === finding.why))
        findings.push(finding);
  }
  return { config: { ...config, localizedSettings }, problems, findings };
}

/** The language of a configuration that Docusaurus evaluates: it does so once for each. */
const LANGUAGE_VARIABLE = 'DOCUSAURUS_CURRENT_LOCALE';

/** Runs code of the site as Docusaurus does in this language, and finds out whether the code asks for it. */
async function runInLanguage<Result>(
  locale: string | undefined,
  siteDir: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; isLanguageRead: boolean }> {
  const { env } = process;
  const { [LANGUAGE_VARIABLE]: earlierLocale } = env;
  const setLocale = (value: string | undefined) => {
    if (value === undefined) delete env[LANGUAGE_VARIABLE];
    else env[LANGUAGE_VARIABLE] = value;
  };
  let isLanguageRead = false;
  setLocale(locale);
  forgetModules(siteDir);
  process.env = new Proxy(env, {
    get(target, name) {
      isLanguageRead ||= name === LANGUAGE_VARIABLE;
      return Reflect.get(target, name);
    },
    // The environment accepts values, but no descriptors of properties.
    set: (target, name, value) => Reflect.set(target, name, value),
  });
  try {
    return { result: await work(), isLanguageRead };
  } finally {
    process.env = env;
    setLocale(earlierLocale);
  }
}

/** The settings of another language that readers see. Addresses, folders and rights are those of the default language. */
function selectLocalizedSettings(localized: SiteConfig, config: SiteConfig): Record<string, unknown> {
  const { name, tagline, navbar, footer, announcement, titleDelimiter, tableOfContents } = localized;
  const { editUrl, customFields, themeConfig, original } = localized;
  return {
    ...{ name, tagline, navbar, footer, announcement, titleDelimiter, tableOfContents },
    ...{ editUrl, customFields, themeConfig, original },
    docs: config.docs.map((docs) => ({
      ...(localized.docs.find(({ id }) => id === docs.id) ?? docs),
      ...{ path: docs.path, routeBasePath: docs.routeBasePath },
    })),
    blogs: config.blogs.map((blog) => ({
      ...(localized.blogs.find(({ id }) => id === blog.id) ?? blog),
      ...{ path: blog.path, routeBasePath: blog.routeBasePath },
    })),
  };
}

interface ConfigurationSource {
  file: string;
  siteDir: string;
  loadsPluginData: boolean;
}

async function convertConfiguration(
  evaluatedConfig: EvaluatedConfig,
  { file, siteDir, loadsPluginData }: ConfigurationSource,
): Promise<LoadedConfiguration> {
  const notes = new ConfigNotes(path.relative(siteDir, file), readFileSync(file, 'utf8'));
  const { findings } = notes;
  if (evaluatedConfig.value === undefined) {
    if (evaluatedConfig.problems.length === 0)
      notes.addProblem(
        'error',
        'default',
        'The configuration exports nothing. Export it as the default: `export default { … }`.',
      );
    return { problems: [...evaluatedConfig.problems, ...notes.problems], findings };
  }
  const settings = await readDocusaurusConfig(
    evaluatedConfig.value,
    { siteDir, file },
    { notes, loadsPluginData },
  );
  const parseResult = siteConfigSchema.safeParse(settings);
  for (const issue of parseResult.error?.issues ?? []) {
    const isFollowOn = evaluatedConfig.problems.length > 0 && comesFromStandIn(issue, settings);
    if (!isFollowOn) reportIssue(issue, notes);
  }
  // Node reports an unhandled rejection only after all pending microtasks, so wait for that.
  await setImmediate();
  for (const { message, place } of takeLateFailures(siteDir)) notes.addFailure('plugins', message, place);
  const problems = [...evaluatedConfig.problems, ...notes.problems];
  const { data: config } =
    evaluatedConfig.problems.length === 0
      ? parseResult
      : siteConfigSchema.safeParse(removeStandIns(settings));
  if (!config) return { problems, findings };
  return { config: writePathsAsOnDisk(showBrandLogo(config), siteDir), problems, findings };
}

/** Our keys with their names in Docusaurus, where these differ. */
const docusaurusNames: Readonly<Record<string, string>> = {
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
  // For a union, report the first issue of the first member that matches in part.
  const inner =
    issue.code === 'invalid_union'
      ? issue.errors.map((errors) => errors[0]).find((error) => error !== undefined && error.path.length > 0)
      : undefined;
  const at = [...issue.path, ...(inner?.path ?? [])].map(
    (part) => docusaurusNames[String(part)] ?? String(part),
  );
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const what = [...at, key].join('.');
      notes.addProblem('error', what, `${what} isn't a setting: remove it.`);
    }
    return;
  }
  notes.addProblem('error', at.join('.'), `${at.join('.')}: ${explainIssue(inner ?? issue)}.`);
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

/** Whether a value replaces a missing package: it returns itself for every property. See `provided-packages.ts`. */
function isStandIn(value: unknown): boolean {
  return typeof value === 'function' && Reflect.get(value, 'anyProperty') === value;
}

/** The settings without values of missing packages, and without plugins whose function is one. */
function removeStandIns({ original, ...settings }: Settings): Settings {
  // A configuration can contain itself.
  const cleanedValues = new Map<unknown, unknown>();
  const remove = (value: unknown): unknown => {
    if (cleanedValues.has(value)) return cleanedValues.get(value);
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      cleanedValues.set(value, list);
      const items = value.filter((item) => !isStandIn(item) && !isStandIn(Object(item)[0]));
      list.push(...items.map(remove));
      return list;
    }
    if (!isPlainObject(value)) return value;
    const data: Record<string, unknown> = {};
    cleanedValues.set(value, data);
    for (const [key, item] of Object.entries(value)) if (!isStandIn(item)) data[key] = remove(item);
    return data;
  };
  return { ...toSettings(remove(settings)), original };
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
