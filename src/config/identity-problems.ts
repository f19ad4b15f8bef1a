import { isLoopback } from '../shared/loopback.ts';
import { identityModeNames, identityModes } from './identity-variables.ts';

/**
 * What the chosen identity mode lacks, or must not have. Asks what was given, not what it says, so that these
 * problems come with those of single values.
 */
export function identityProblems(
  given: Readonly<Record<string, string>>,
  nodeEnv: string | undefined,
): string[] {
  const mode = identityModeNames.find((name) => name === given.IDENTITY) ?? 'local';
  const problems: string[] = [];
  if (mode === 'local') {
    if ((given.ADMIN_EMAIL === undefined) !== (given.ADMIN_PASSWORD === undefined)) {
      problems.push('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.');
    }
  } else {
    const prefix = mode.toUpperCase();
    for (const name of identityModes[mode].needs) {
      if (given[name] === undefined) problems.push(`${name} is needed with IDENTITY=${mode}.`);
    }
    if (given[`${prefix}_ALLOW_DOMAINS`] === undefined && given[`${prefix}_ALLOW_CLAIM`] === undefined) {
      problems.push(
        `${prefix}_ALLOW_DOMAINS or ${prefix}_ALLOW_CLAIM is needed with IDENTITY=${mode}: it says who may read.`,
      );
    }
    if (given.ADMIN_PASSWORD !== undefined) {
      problems.push(`ADMIN_PASSWORD has no use with IDENTITY=${mode}, where nobody has a password here.`);
    }
  }
  return given.FIREBASE_AUTH_EMULATOR_HOST === undefined
    ? problems
    : [...problems, ...emulatorProblems(given, nodeEnv)];
}

/** An emulator signs nothing: with it, anybody who reaches the site is whoever they say they are. */
function emulatorProblems(given: Readonly<Record<string, string>>, nodeEnv: string | undefined): string[] {
  const problems: string[] = [];
  const why = "an emulator's tokens are not signed, so everybody could sign in as anybody";
  if (nodeEnv === 'production') {
    problems.push(`FIREBASE_AUTH_EMULATOR_HOST must not be set with NODE_ENV=production: ${why}.`);
  }
  const base = given.BASE_URL === undefined ? undefined : URL.parse(given.BASE_URL)?.hostname;
  if (!isLoopback(given.HOST ?? '127.0.0.1') || (base !== undefined && !isLoopback(base))) {
    problems.push(`FIREBASE_AUTH_EMULATOR_HOST is for this machine alone, by HOST and BASE_URL: ${why}.`);
  }
  if (given.TRUST_PROXY === 'on') {
    problems.push(
      `FIREBASE_AUTH_EMULATOR_HOST must not be set with TRUST_PROXY=on, which lets others in: ${why}.`,
    );
  }
  return problems;
}
