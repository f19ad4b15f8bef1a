import { toCanonicalData } from '../../shared/canonical-text.ts';
import { findLineOfKey } from '../../shared/line-of-key.ts';
import { describeReason } from '../../shared/reason.ts';
import { parseYaml, type YamlResult } from '../yaml.ts';
import { cutFrontMatter } from './cut-front-matter.ts';
import { checkFrontMatter, type FrontMatter, type FrontMatterIssue } from './front-matter.ts';
import { findContentTitle, findExcerpt, removeParts } from './title-and-excerpt.ts';

/** The content of one file, independent of where it lies. The same bytes give the same result, which is plain data. */
export interface ParsedDoc {
  frontMatter: FrontMatter;
  /** Title that the content starts with, as Markdown. */
  contentTitle?: string | undefined;
  excerpt?: string | undefined;
  /** Lines of front matter keys, for problems that are found later. */
  keyLines: Record<string, number>;
  issues: ParseIssue[];
}

interface ParseIssue {
  code: FrontMatterIssue['code'] | 'encoding' | 'unreadable';
  severity: 'error' | 'warning';
  line: number;
  message: string;
}

export function parseDoc(bytes: Uint8Array, of: 'doc' | 'post' = 'doc'): ParsedDoc {
  const decodedText = decodeUtf8(bytes);
  const { block, unclosed, language, body } = cutFrontMatter(decodedText.text);
  const issues = decodedText.issue ? [decodedText.issue] : [];
  if (unclosed) {
    const message =
      'The front matter has no closing --- line, so the whole file is front matter and the page is empty. Add a line of ---.';
    issues.push({ code: 'front-matter', severity: 'warning', line: 1, message });
  }
  let frontMatter: FrontMatter = {};
  let keyLines: Record<string, number> = {};
  if (block !== undefined && !isBlank(block)) {
    const data = readBlock(block, language);
    if (data.ok) {
      keyLines = findLinesOfKeys(block, data.value);
      const checkedFrontMatter = checkFrontMatter(data.value, of);
      frontMatter = checkedFrontMatter.frontMatter;
      issues.push(
        ...checkedFrontMatter.issues.map(({ key = '', ...issue }) => ({
          ...issue,
          line: keyLines[key] ?? 1,
        })),
      );
    } else {
      const message = `Front matter can't be read: ${data.reason}.`;
      issues.push({ code: 'front-matter', severity: 'error', line: data.line, message });
    }
  }
  const commonBody = removeParts(body);
  return {
    frontMatter,
    contentTitle: findContentTitle(commonBody),
    excerpt: findExcerpt(commonBody),
    keyLines,
    issues,
  };
}

function readBlock(block: string, language: string): YamlResult {
  if (language === '' || language === 'yaml' || language === 'yml') return parseYaml(block);
  const reason = `"${language}" after the first --- is neither a language nor a line break`;
  if (language !== 'json') return { ok: false, reason, line: 1 };
  try {
    return { ok: true, value: toCanonicalData(JSON.parse(block)) };
  } catch (error) {
    return { ok: false, reason: describeReason(error), line: 1 };
  }
}

/** Whether a block has only whitespace and comments. */
function isBlank(block: string): boolean {
  return block.replace(/^\s*#[^\n]+/gm, '').trim() === '';
}

/** The block starts on the line of the opening fence, so its lines count as those of the file. */
function findLinesOfKeys(block: string, value: unknown): Record<string, number> {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return Object.fromEntries(keys.map((key) => [key, findLineOfKey(block, key) ?? 1]));
}

function decodeUtf8(bytes: Uint8Array): { text: string; issue?: ParseIssue } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const before = text.slice(0, Math.max(0, findBadCharacter(bytes, text)));
    const offset = new TextEncoder().encode(before).length;
    const line = before.split('\n').length;
    const message = `The file isn't UTF-8: byte ${offset} (0x${(bytes[offset] ?? 0).toString(16)}) can't be decoded. Save the file as UTF-8.`;
    return { text, issue: { code: 'encoding', severity: 'error', line, message } };
  }
}

/** Finds the first byte that isn't UTF-8. A replacement character marks it, unless the file itself has one there. */
function findBadCharacter(bytes: Uint8Array, text: string): number {
  for (let index = text.indexOf('\uFFFD'); index !== -1; index = text.indexOf('\uFFFD', index + 1)) {
    const offset = new TextEncoder().encode(text.slice(0, index)).length;
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return index;
  }
  return 0;
}
