import { PUBLIC, READERS } from '../config/constants.ts';
import { type Audience, isInScope, type Scope } from './audience.ts';

/**
 * Names a variant of a page: the parts that a reader sees, one character for each audience of its `<Audience>`
 * elements, `1` for visible and `0` for hidden. Parts with the same audience appear together.
 */
export type VariantKey = string;

/** Variants of a page that are still compiled: those of six groups, each with parts of its own. */
export const VARIANTS_MAX = 64;

/** Finds the variant of a page that a scope sees. */
export function findVariant(audiences: readonly Audience[], scope: Scope): VariantKey {
  return audiences.map((audience) => (isInScope(audience, scope) ? '1' : '0')).join('');
}

/** The variant with all parts visible. */
export function buildFullVariant(audiences: readonly Audience[]): VariantKey {
  return '1'.repeat(audiences.length);
}

/** Lists the variants of a page that readers can see, without the full one. Undefined if there are too many. */
export function listVariants(audiences: readonly Audience[]): VariantKey[] | undefined {
  const groups = [
    ...new Set(audiences.flatMap((audience) => (typeof audience === 'string' ? [] : audience))),
  ];
  // Each group adds parts. Groups that add the same parts count once.
  const openedVariants = new Set(
    groups.map((group) => findVariant(audiences, { kind: 'reader', groups: [group] })),
  );
  let variants = new Set([findVariant(audiences, { kind: 'reader', groups: [] })]);
  for (const more of openedVariants) {
    variants = new Set([...variants, ...[...variants].map((variant) => unite(variant, more))]);
    if (variants.size > VARIANTS_MAX) return undefined;
  }
  const fullVariant = buildFullVariant(audiences);
  return [...new Set([findVariant(audiences, { kind: 'visitor' }), ...variants])].filter(
    (variant) => variant !== fullVariant,
  );
}

function unite(one: VariantKey, other: VariantKey): VariantKey {
  return [...one].map((sign, index) => (sign === '1' || other[index] === '1' ? '1' : '0')).join('');
}

/** Audiences that every site has. */
export const commonAudiences = [PUBLIC, READERS] as const;
