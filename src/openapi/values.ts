import { isRecord } from '../shared/json.ts';

/** Reads JSON of unknown shape. Each function returns an empty value if the JSON contains something else. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function readObject(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function readTexts(value: unknown): readonly string[] {
  return readList(value).filter((candidate) => typeof candidate === 'string');
}
