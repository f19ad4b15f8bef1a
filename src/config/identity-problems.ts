import { isLoopback } from '../shared/loopback.ts';
import { identityModeNames, identityModes, identityName } from './identity-variables.ts';

/**
 * Finds settings that the chosen identity mode needs or doesn't allow. Checks only whether they are set, not their
 * values, so that these problems appear together with those of single values.
 */
export function findIdentityProblems(
  settings: Readonly<Record<string, string>>,
  nodeEnv: string | undefined,
): string[] {
  // An invalid name may be a secret in the wrong place, so no message quotes it.
  const mode = identityName.safeParse(settings.IDENTITY).data ?? 'local';
  const engineMode = identityModeNames.find((name) => name === mode);
  const problems: string[] = [];
  if (mode === 'local') {
    if ((settings.ADMIN_EMAIL === undefined) !== (settings.ADMIN_PASSWORD === undefined)) {
      problems.push('ADMIN_EMAIL and ADMIN_PASSWORD belong together. Set both or neither.');
    }
  } else {
    if (engineMode) problems.push(...findMissingSettings(engineMode, settings));
    if (settings.ADMIN_PASSWORD !== undefined) {
      problems.push(
        `ADMIN_PASSWORD has no effect with IDENTITY=${mode}, because the provider stores the passwords. Remove it.`,
      );
    }
  }
  return settings.FIREBASE_AUTH_EMULATOR_HOST === undefined
    ? problems
    : [...problems, ...findEmulatorProblems(settings, nodeEnv)];
}

/** Finds missing settings of a provider of the engine. Other providers check theirs themselves. */
function findMissingSettings(
  mode: keyof typeof identityModes,
  settings: Readonly<Record<string, string>>,
): string[] {
  const problems = identityModes[mode].needs
    .filter((name) => settings[name] === undefined)
    .map((name) => `IDENTITY=${mode} requires ${name}.`);
  const rules = [`${mode.toUpperCase()}_ALLOW_DOMAINS`, `${mode.toUpperCase()}_ALLOW_CLAIM`];
  return rules.every((name) => settings[name] === undefined)
    ? [...problems, `IDENTITY=${mode} requires ${rules.join(' or ')}, which decides who can read.`]
    : problems;
}

/** An emulator doesn't sign its tokens, so anyone who reaches the site could sign in as anyone. */
function findEmulatorProblems(
  settings: Readonly<Record<string, string>>,
  nodeEnv: string | undefined,
): string[] {
  const problems: string[] = [];
  const why = "an emulator doesn't sign its tokens, so anyone could sign in as anyone";
  if (nodeEnv === 'production') {
    problems.push(`FIREBASE_AUTH_EMULATOR_HOST must not be set with NODE_ENV=production: ${why}.`);
  }
  const base = settings.BASE_URL === undefined ? undefined : URL.parse(settings.BASE_URL)?.hostname;
  if (!isLoopback(settings.HOST ?? '127.0.0.1') || (base !== undefined && !isLoopback(base))) {
    problems.push(`FIREBASE_AUTH_EMULATOR_HOST needs a HOST and BASE_URL on this machine: ${why}.`);
  }
  if (settings.TRUST_PROXY === 'on') {
    problems.push(
      `FIREBASE_AUTH_EMULATOR_HOST must not be set with TRUST_PROXY=on, which lets other machines in: ${why}.`,
    );
  }
  return problems;
}
