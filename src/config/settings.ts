import { z } from 'zod';

/** An environment variable. */
export interface Setting {
  /** Checks and converts the nonEmptyText of the variable. A default or `.optional()` applies if it isn't set. */
  schema: z.ZodType<unknown, string | undefined>;
  /** Heading in the reference, such as `Accounts and sessions`. */
  group: string;
  /** Its meaning, for the reference, in Markdown. */
  meaning: string;
  /** Replaces the schema's default in the reference, where the default depends on something else. */
  defaultIs?: string;
}

/** The settings of a feature. */
export interface SettingsFeature {
  name: string;
  /** Environment variables by name, such as `FEEDBACK_DAYS`. No other feature may have the same. */
  settings?: Readonly<Record<string, Setting>>;
  /**
   * Finds settings that others need or that have no effect, as one sentence each. Gets all variables that are set, of
   * other features too, as they were written.
   */
  findSettingProblems?(values: Readonly<Record<string, string>>, nodeEnv: string | undefined): string[];
}

/**
 * Settings of features, for the type `Environment`. A feature adds its own:
 *
 * ```ts
 * declare module '../../config/settings.ts' {
 *   interface FeatureSettings extends SettingsOf<typeof greetingSettings> {}
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface FeatureSettings {}

/** The type of the values of a feature's settings, as an interface can extend it. */
export type SettingsOf<Declared extends Readonly<Record<string, Setting>>> = {
  readonly [Name in keyof Declared]: z.output<Declared[Name]['schema']>;
};

/**
 * Returns the values of these settings, for features that live outside of the program: `Environment` has the settings of
 * the program's features only.
 */
export function readSettings<const Declared extends Readonly<Record<string, Setting>>>(
  environment: object,
  settings: Declared,
): SettingsOf<Declared> {
  const values = Object.keys(settings).map((name) => [name, Reflect.get(environment, name)]);
  // The schemas have checked the values when the process started.
  return Object.fromEntries(values) as SettingsOf<Declared>;
}

export const nonEmptyText = z.string().min(1, 'must not be empty');

/** Digits only: `Number` would also accept an empty nonEmptyText, `1e3` and `0x1f`. */
export const wholeNumber = (min: number, max: number, rule = `must be ${min} to ${max}`) =>
  z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .pipe(z.number().min(min, rule).max(max, rule));

export const port = wholeNumber(0, 65_535, 'must be a number from 0 to 65535');
export const host = z
  .string()
  .regex(/^[\w.:-]+$/, 'must be an address or a host name, without scheme and port');
export const onOrOff = z.enum(['on', 'off']).transform((value) => value === 'on');

/** Collects the settings of these features. Throws if two have the same name. */
export function collectSettings(features: readonly SettingsFeature[]): Readonly<Record<string, Setting>> {
  const settingsByName: Record<string, Setting> = {};
  for (const { name: feature, settings = {} } of features) {
    for (const [name, setting] of Object.entries(settings)) {
      if (settingsByName[name])
        throw new Error(`The feature ${feature} declares the setting ${name} a second time.`);
      settingsByName[name] = setting;
    }
  }
  return settingsByName;
}
