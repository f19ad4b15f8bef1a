import type { Environment } from '../../config/environment.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { localProvider } from './local-provider.ts';

/** The identity providers of a feature. */
export interface IdentityFeature {
  /** Lower case, with hyphens, such as `people-import`. */
  name: string;
  /** Ways to sign in that the site can choose with `IDENTITY`. */
  identityProviders?: readonly IdentityProviderDeclaration[];
}

/** An identity provider that isn't open yet. */
interface IdentityProviderDeclaration {
  /** Its name in `IDENTITY`: lower case, with hyphens. */
  name: string;
  /** Reads its settings. Loads the library of its protocol, which no other site needs. */
  open(environment: Environment): Promise<IdentityProvider>;
}

const local: IdentityProviderDeclaration = { name: 'local', open: async () => localProvider };

/** The identity providers that a site can choose: its own accounts, and those of its features. */
function collectIdentityProviders(features: readonly IdentityFeature[]): IdentityProviderDeclaration[] {
  const declaredProviders = [local];
  for (const feature of features) {
    for (const provider of feature.identityProviders ?? []) {
      if (declaredProviders.some(({ name }) => name === provider.name))
        throw new Error(
          `The feature ${feature.name} declares the identity provider ${provider.name} a second time.`,
        );
      declaredProviders.push(provider);
    }
  }
  return declaredProviders;
}

/** Names that `IDENTITY` can have with these features. Throws if two of them declare the same name. */
export function listIdentityProviders(features: readonly IdentityFeature[]): string[] {
  return collectIdentityProviders(features).map(({ name }) => name);
}

/** Returns the identity provider that `IDENTITY` selects. Throws if no feature has it. */
export async function openIdentityProvider(
  environment: Environment,
  features: readonly IdentityFeature[],
): Promise<IdentityProvider> {
  const selectedProvider = collectIdentityProviders(features).find(
    ({ name }) => name === environment.IDENTITY,
  );
  if (!selectedProvider) throw new Error(`No feature has the identity provider ${environment.IDENTITY}.`);
  return selectedProvider.open(environment);
}
