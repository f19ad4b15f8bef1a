import {
  CORE_SCHEMA,
  defineScalarTag,
  load,
  mergeTag,
  NOT_RESOLVED,
  timestampTag,
  YAMLException,
} from 'js-yaml';

const DIGITS = ['-', '+', ...'0123456789'];

/** Whole numbers as YAML 1.1 has them: `0b1`, `0x1f`, `017` (octal), `1_000`, `1:30` (base 60). */
const oldInt = defineScalarTag<number>('tag:yaml.org,2002:int', {
  implicit: true,
  implicitFirstChars: DIGITS,
  identify: () => false,
  resolve: (source) => {
    const sign = source.startsWith('-') ? -1 : 1;
    const text = source.replace(/^[-+]/, '').replaceAll('_', '');
    if (source.endsWith('_') || /^[-+]?_/.test(source)) return NOT_RESOLVED;
    if (/^(?:0|[1-9]\d*)$/.test(text)) return sign * Number(text);
    if (/^0b[01]+$|^0x[\da-fA-F]+$/.test(text)) return sign * Number(text);
    if (/^0[0-7]+$/.test(text)) return sign * Number.parseInt(text, 8);
    if (/^[1-9]\d*(?::[0-5]?\d)+$/.test(text)) return sign * baseSixty(text);
    return NOT_RESOLVED;
  },
});

/** Numbers with a point or an exponent, `1_000.5` and `.inf` included. */
const oldFloat = defineScalarTag<number>('tag:yaml.org,2002:float', {
  implicit: true,
  implicitFirstChars: [...DIGITS, '.'],
  identify: () => false,
  resolve: (source) => {
    if (source.endsWith('_')) return NOT_RESOLVED;
    const sign = source.startsWith('-') ? -1 : 1;
    const text = source.replace(/^[-+]/, '').replaceAll('_', '').toLowerCase();
    if (/^(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:e[-+]?\d+)?)$/.test(text)) return sign * Number(text);
    if (/^\.\d+(?:e[-+]?\d+)?$/.test(source.replaceAll('_', '').toLowerCase())) return Number(text);
    if (/^\d+(?::[0-5]?\d)+\.\d*$/.test(text)) return sign * baseSixty(text);
    if (/^[-+]?\.(?:inf|Inf|INF)$/.test(source)) return sign * Number.POSITIVE_INFINITY;
    return /^\.(?:nan|NaN|NAN)$/.test(source) ? Number.NaN : NOT_RESOLVED;
  },
});

/** Front matter is read by the rules of YAML 1.1: dates are dates, `1:30` is ninety. */
const FRONT_MATTER_SCHEMA = CORE_SCHEMA.withTags(timestampTag, mergeTag, oldInt, oldFloat);
const DATA_FILE_SCHEMA = CORE_SCHEMA.withTags(timestampTag, mergeTag);

export type YamlResult = { ok: true; value: unknown } | { ok: false; reason: string; line: number };

/** `line` of a failure is 1-based, counted in `text`. */
export function parseYaml(text: string, kind: 'front-matter' | 'data-file'): YamlResult {
  // A file of nothing but comments has no value, which js-yaml would call an error.
  if (/^(?:\s*(?:#[^\n]*)?(?:\n|$))*$/.test(text)) return { ok: true, value: undefined };
  try {
    return {
      ok: true,
      value: load(text, { schema: kind === 'front-matter' ? FRONT_MATTER_SCHEMA : DATA_FILE_SCHEMA }),
    };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { ok: false, reason: error.reason, line: (error.mark?.line ?? 0) + 1 };
  }
}

function baseSixty(text: string): number {
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
