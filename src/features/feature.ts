import type { BuildFeatures } from '../build/build-features.ts';
import type { ServerFeature } from '../server/server-feature.ts';

/**
 * A part of the product that can be left out: a folder with its routes, endpoints, commands, tables, texts and tests.
 * Each room declares what it takes from a feature; this is all of it. Everything but the name is optional.
 */
export interface Feature extends ServerFeature {}

/** Declares a feature. Its types check what it declares. */
export function defineFeature<const Declared extends Feature>(feature: Declared): Declared {
  return feature;
}

/** What these features add to a build. */
export function toBuildFeatures(features: readonly Feature[]): BuildFeatures {
  return { routes: features.flatMap(({ routes = [] }) => routes.map(({ path }) => ({ path }))) };
}
