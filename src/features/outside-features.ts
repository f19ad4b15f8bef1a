import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { importConfiguration, importSiteModule } from '../config/doors.ts';
import type { Environment } from '../config/environment.ts';
import { mayNameFeatures, resolveSiteConfigFile } from '../config/site-config-file.ts';
import { findSiteFolder } from '../config/site-folder.ts';
import { readEngineVersion } from '../shared/engine-dir.ts';
import { explainIssue } from '../shared/explain-issue.ts';
import { findLineOfKey } from '../shared/line-of-key.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import { describeReason } from '../shared/reason.ts';
import { describeIrregularFile, isFile } from '../shared/regular-file.ts';
import type { Feature } from './feature.ts';

/** A module that the site or the environment names as a feature, and the place where it does. */
interface FeatureReference {
  specifier: string;
  /** Folder from which the specifier is resolved. */
  folder: string;
  /** Names the place in messages. */
  place: string;
  file?: string;
  line?: number | undefined;
}

type FeatureEnvironment = Pick<Environment, 'SITE_DIR' | 'FEATURES'>;

/**
 * Loads the features that don't come with the program: those that `site.config.ts` of the site folder names, and
 * those of `FEATURES`. Features that a release names are ignored, because a release must not bring code to a server.
 */
export async function loadOutsideFeatures(
  environment: FeatureEnvironment,
  workDir: string,
): Promise<{ features: Feature[]; problems: Problem[] }> {
  const siteFeatures = await readConfiguredFeatures(findSiteFolder(environment, workDir));
  const listedReferences = environment.FEATURES.map(
    (specifier): FeatureReference => ({ specifier, folder: workDir, place: 'FEATURES' }),
  );
  const problems = [...siteFeatures.problems];
  /** Features by the URL of their module, so that one that is named twice is loaded once. */
  const features = new Map<string, Feature>();
  for (const reference of [...siteFeatures.references, ...listedReferences]) {
    const resolvedModule = await resolveModule(reference);
    if ('problem' in resolvedModule) problems.push(resolvedModule.problem);
    else if (!features.has(resolvedModule.file)) {
      const loadedFeature = await loadFeature(reference, resolvedModule.file);
      if ('problem' in loadedFeature) problems.push(loadedFeature.problem);
      else features.set(resolvedModule.file, loadedFeature.feature);
    }
  }
  return { features: [...features.values()], problems };
}

const configuredSchema = z.object({ features: z.array(z.string().min(1)).default([]) });

/**
 * Evaluates `site.config.ts` only if its text has the key, because most servers start without any feature of a site.
 */
async function readConfiguredFeatures(
  siteDir: string,
): Promise<{ references: FeatureReference[]; problems: Problem[] }> {
  const file = resolveSiteConfigFile(siteDir);
  const none = { references: [], problems: [] };
  if (!existsSync(file)) return none;
  const place = path.basename(file);
  const kind = describeIrregularFile(file);
  if (kind !== undefined) {
    const message = `This is ${kind}, not a file. Remove it.`;
    return { references: [], problems: [{ code: 'feature', severity: 'error', file: place, message }] };
  }
  const text = readFileSync(file, 'utf8');
  if (!mayNameFeatures(text)) return none;
  const line = findLineOfKey(text, 'features');
  const fail = (message: string) => ({
    references: [],
    problems: [{ code: 'feature', severity: 'error' as const, file: place, line, message }],
  });
  let module: { default?: unknown };
  try {
    module = await importConfiguration(file);
  } catch (error) {
    return fail(`The file can't be loaded, so its features are unknown: ${describeReason(error)}`);
  }
  const parseResult = configuredSchema.safeParse(module.default);
  if (!parseResult.success)
    return fail('features: list modules, such as ["./greetings/feature.ts"], or names of packages.');
  const references = parseResult.data.features.map((specifier) => ({
    specifier,
    folder: siteDir,
    place,
    file: place,
    line,
  }));
  return { references, problems: [] };
}

function reportProblem({ specifier, place, file, line }: FeatureReference, message: string) {
  const text = `${place === 'FEATURES' ? 'FEATURES: the' : 'The'} feature "${specifier}" ${message}`;
  return { problem: { code: 'feature', severity: 'error', file, line, message: text } satisfies Problem };
}

async function resolveModule(reference: FeatureReference): Promise<{ file: string } | { problem: Problem }> {
  const { specifier, folder } = reference;
  if (/^\.{0,2}\//.test(specifier) || path.isAbsolute(specifier)) {
    const file = path.resolve(folder, specifier);
    if (isFile(file)) return { file };
    return reportProblem(
      reference,
      `isn't a file: ${file} doesn't exist. Write the path of its module with the ending, from ${reference.place === 'FEATURES' ? 'the working folder' : `the folder of ${reference.place}`}.`,
    );
  }
  const { createJiti } = await import('jiti');
  const base = pathToFileURL(path.join(folder, 'package.json')).href;
  const url = createJiti(base).esmResolve(specifier, { parentURL: base, try: true });
  if (url?.startsWith('file:')) return { file: fileURLToPath(url) };
  return reportProblem(
    reference,
    `isn't installed. Run "npm install ${specifier}" in ${folder}, or write "./${specifier}" if it is a file there.`,
  );
}

async function loadFeature(
  reference: FeatureReference,
  file: string,
): Promise<{ feature: Feature } | { problem: Problem }> {
  let module: { default?: unknown };
  try {
    module = await importSiteModule(file);
  } catch (error) {
    const reason = describeReason(error);
    return reportProblem(
      reference,
      // Node reports this if the feature imports a name that only a newer version of Gatehouse exports.
      /'gatehouse\/[^']*' does not provide an export named/.test(reason)
        ? `needs a newer version of Gatehouse than ${readEngineVersion()}: ${reason}. Update Gatehouse.`
        : `can't be loaded: ${reason}. Fix it, or remove it from ${reference.place}.`,
    );
  }
  const message = await findMistake(module.default);
  // The module has been checked, so its default export is a feature.
  return message === undefined ? { feature: module.default as Feature } : reportProblem(reference, message);
}

/** Keys of a feature that this version knows. */
const featureKeys: Readonly<Record<keyof Feature, true>> = {
  name: true,
  needsVersion: true,
  settings: true,
  findSettingProblems: true,
  dataFiles: true,
  messages: true,
  identityProviders: true,
  errorCodes: true,
  deployOperations: true,
  grantsTokens: true,
  parts: true,
  markdown: true,
  routes: true,
  endpoints: true,
  apiSubjects: true,
  pages: true,
  commands: true,
  tools: true,
  mails: true,
  metrics: true,
  correctTarget: true,
  examine: true,
  describeWeek: true,
  start: true,
};

const access = z.enum(['reader', 'administrator']);
const isFunction = z.custom<unknown>((value) => typeof value === 'function', 'must be a function').optional();

const isSchema = z.custom<unknown>(
  (value) => typeof value === 'object' && value !== null && '_zod' in value,
  'must be a schema of Zod 4, such as z.string().optional()',
);

/** Checks a feature before it is used. A feature in JavaScript has no compiler that checks it. */
const featureSchema = z.looseObject({
  name: z.string().regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be lower case with hyphens'),
  needsVersion: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, 'must be a version such as "0.3.0"')
    .optional(),
  settings: z
    .record(
      z.string().regex(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/, 'must be upper case with underscores'),
      z.looseObject({ schema: isSchema, group: z.string(), meaning: z.string() }),
    )
    .optional(),
  dataFiles: z
    .array(
      z.looseObject({
        name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'must be lower case with hyphens'),
        tables: z.record(
          z.string(),
          z.looseObject({ restored: z.enum(['replace', 'add', 'end', 'keep']), columns: z.string().min(1) }),
        ),
        migrations: z.array(z.looseObject({ sqlite: z.string() })),
        durable: z.boolean(),
        connections: z.int().min(1),
      }),
    )
    .optional(),
  routes: z
    .array(
      z.looseObject({
        method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
        path: z.string().startsWith('/'),
        access: z.enum(['public', 'reader', 'administrator', 'deploy']),
      }),
    )
    .optional(),
  endpoints: z
    .record(
      z.string(),
      z.looseObject({
        call: z
          .string()
          .regex(
            /^(?:GET|POST|PATCH|DELETE) \/api\/v1\//,
            'must be a method and a path below /api/v1, such as "GET /api/v1/orders"',
          ),
        access,
        summary: z.string(),
      }),
    )
    .optional(),
  pages: z
    .record(
      z.string(),
      z.looseObject({ path: z.string().startsWith('/'), audience: access, module: z.instanceof(URL) }),
    )
    .optional(),
  markdown: z
    .strictObject({
      compiler: z.instanceof(URL).optional(),
      liveParts: z
        .record(
          z.string().regex(/^[A-Z][A-Za-z0-9]*$/, 'must be the name of a component, such as StatusBar'),
          z.strictObject({
            module: z.instanceof(URL),
            style: z.instanceof(URL).optional(),
            setting: z.literal('live').optional(),
            frame: z.strictObject({ title: z.string(), script: z.instanceof(URL) }).optional(),
          }),
        )
        .optional(),
    })
    .optional(),
  commands: z
    .record(
      z.string(),
      z.looseObject({ about: z.string(), load: z.custom((load) => load instanceof Function) }),
    )
    .optional(),
  grantsTokens: z.literal(true).optional(),
  tools: z.array(z.looseObject({ name: z.string(), access, description: z.string() })).optional(),
  mails: z
    .record(
      z.string().regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be lower case with hyphens'),
      z.custom((write) => write instanceof Function, 'must be a function that writes an example'),
    )
    .optional(),
  metrics: z.array(z.looseObject({ name: z.string().startsWith('docs_') })).optional(),
  correctTarget: isFunction,
  examine: isFunction,
  describeWeek: isFunction,
  start: isFunction,
});

/** Says what is wrong with the default export of a feature's module, or undefined. */
async function findMistake(feature: unknown): Promise<string | undefined> {
  if (typeof feature !== 'object' || feature === null)
    return 'isn\'t a feature: its module has no default export. Write "export default defineFeature({ … })".';
  const { needsVersion, endpoints, deployOperations } = feature as Partial<Feature>;
  const version = readEngineVersion();
  // The version is checked first, because a newer one may have other rules.
  if (typeof needsVersion === 'string' && isNewer(needsVersion, version))
    return `needs Gatehouse ${needsVersion} or newer, but this is ${version}. Update Gatehouse.`;
  const unknownKey = Object.keys(feature).find((key) => !Object.hasOwn(featureKeys, key));
  if (unknownKey !== undefined)
    return `declares "${unknownKey}", which Gatehouse ${version} doesn't know.${didYouMean(unknownKey, Object.keys(featureKeys))} Correct the key, or update Gatehouse.`;
  const loadedLists: Record<string, unknown> = {};
  for (const [key, list] of Object.entries({ endpoints, deployOperations })) {
    if (typeof list !== 'function') continue;
    try {
      // `undefined` would count as a key that the feature doesn't declare.
      loadedLists[key] = (await list()) ?? null;
    } catch (error) {
      return `isn't a valid feature: ${key}: the function that loads them failed: ${describeReason(error)}`;
    }
  }
  const [issue] = featureSchema.safeParse({ ...feature, ...loadedLists }).error?.issues ?? [];
  if (!issue) return undefined;
  return `isn't a valid feature: ${issue.path.join('.')}: ${explainIssue(issue)}.`;
}

/** Whether a version such as `0.10.0` comes after another one. */
function isNewer(version: string, than: string): boolean {
  const parseNumbers = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const other = parseNumbers(than);
  for (const [index, number] of parseNumbers(version).entries()) {
    const difference = number - (other[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
