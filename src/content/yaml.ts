import {
  binaryTag,
  CORE_SCHEMA,
  defineScalarTag,
  intCoreTag,
  load,
  mergeTag,
  setTag,
  timestampTag,
  YAMLException,
} from 'js-yaml';
import { toCanonicalText } from '../shared/canonical-text.ts';

/** Whole numbers of the core schema, and binary ones such as `0b11`. */
const intTag = defineScalarTag<number>('tag:yaml.org,2002:int', {
  ...intCoreTag,
  resolve: (source, explicit, tag) => {
    const [, sign, digits] = /^([-+]?)0b([01]+)$/.exec(source) ?? [];
    if (digits === undefined) return intCoreTag.resolve(source, explicit, tag);
    return (sign === '-' ? -1 : 1) * Number.parseInt(digits, 2);
  },
});

/** YAML 1.2 with dates: `017` is seventeen, while `1:30` and `1_000` are text. */
const SCHEMA = CORE_SCHEMA.withTags(timestampTag, mergeTag, setTag, binaryTag, intTag);

export type YamlResult = { ok: true; value: unknown } | { ok: false; reason: string; line: number };

/** Parses YAML. Strings are in canonical Unicode form. The `line` of a failure is 1-based. */
export function parseYaml(text: string): YamlResult {
  // js-yaml reports a file of nothing but comments as an error. Here it has no value.
  if (/^(?:\s*(?:#[^\n]*)?(?:\n|$))*$/.test(text)) return { ok: true, value: undefined };
  try {
    const value = load(toCanonicalText(text), { schema: SCHEMA });
    if (!containsItself(value)) return { ok: true, value };
    const line = text.split('\n').findIndex((each) => /[:-]\s+&/.test(each)) + 1;
    return { ok: false, reason: 'an anchor contains itself', line };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { ok: false, reason: error.reason, line: (error.mark?.line ?? 0) + 1 };
  }
}

/** Whether a value has itself among its parts, as `a: &a [*a]` does. Nothing that is stored as JSON may. */
function containsItself(
  value: unknown,
  ancestors: readonly unknown[] = [],
  checkedValues: Set<unknown> = new Set(),
): boolean {
  if (typeof value !== 'object' || value === null || checkedValues.has(value)) return false;
  if (ancestors.includes(value)) return true;
  const isCircle = Object.values(value).some((part) =>
    containsItself(part, [...ancestors, value], checkedValues),
  );
  checkedValues.add(value);
  return isCircle;
}
