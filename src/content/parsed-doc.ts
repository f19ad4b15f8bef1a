import { canonicalData } from '../shared/canonical-text.ts';
import { lineOfKey } from '../shared/line-of-key.ts';
import { reasonOf } from '../shared/reason.ts';
import { checkFrontMatter, type FrontMatter, type FrontMatterIssue } from './front-matter.ts';
import { contentTitle, excerpt, withoutParts } from './title-and-excerpt.ts';
import { parseYaml, type YamlResult } from './yaml.ts';

/** What one file says by itself, wherever it lies: the same bytes give the same answer. Plain data. */
export interface ParsedDoc {
  frontMatter: FrontMatter;
  /** Raw Markdown of the title that the content begins with. */
  contentTitle?: string | undefined;
  excerpt?: string | undefined;
  /** Lines of the front matter's keys, for problems that only the whole site shows. */
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
  const decoded = decodeUtf8(bytes);
  const { block, unclosed, language, body } = cutFrontMatter(decoded.text);
  const issues = decoded.issue ? [decoded.issue] : [];
  if (unclosed) {
    const message =
      'The front matter has no closing --- line, so all of the file is front matter and the page is empty.';
    issues.push({ code: 'front-matter', severity: 'warning', line: 1, message });
  }
  let frontMatter: FrontMatter = {};
  let keyLines: Record<string, number> = {};
  if (block !== undefined && !isBlank(block)) {
    const data = readBlock(block, language);
    if (data.ok) {
      keyLines = linesOfKeys(block, data.value);
      const checked = checkFrontMatter(data.value, of);
      frontMatter = checked.frontMatter;
      issues.push(
        ...checked.issues.map(({ key = '', ...issue }) => ({ ...issue, line: keyLines[key] ?? 1 })),
      );
    } else {
      const message = `Front matter cannot be read: ${data.reason}.`;
      issues.push({ code: 'front-matter', severity: 'error', line: data.line, message });
    }
  }
  const common = withoutParts(body);
  return { frontMatter, contentTitle: contentTitle(common), excerpt: excerpt(common), keyLines, issues };
}

function readBlock(block: string, language: string): YamlResult {
  if (language === '' || language === 'yaml' || language === 'yml') return parseYaml(block);
  const reason = `"${language}" after the first --- is neither a language nor a line break`;
  if (language !== 'json') return { ok: false, reason, line: 1 };
  try {
    return { ok: true, value: canonicalData(JSON.parse(block)) };
  } catch (error) {
    return { ok: false, reason: reasonOf(error), line: 1 };
  }
}

/** Nothing but blanks and comments. */
function isBlank(block: string): boolean {
  return block.replace(/^\s*#[^\n]+/gm, '').trim() === '';
}

/** The block's first line is the rest of the opening fence's, so its lines count as the file's do. */
function linesOfKeys(block: string, value: unknown): Record<string, number> {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return Object.fromEntries(keys.map((key) => [key, lineOfKey(block, key) ?? 1]));
}

function decodeUtf8(bytes: Uint8Array): { text: string; issue?: ParseIssue } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const before = text.slice(0, Math.max(0, firstBadCharacter(bytes, text)));
    const offset = new TextEncoder().encode(before).length;
    const line = before.split('\n').length;
    const message = `The file is not UTF-8: byte ${offset} (0x${(bytes[offset] ?? 0).toString(16)}) cannot be read. Save it as UTF-8.`;
    return { text, issue: { code: 'encoding', severity: 'error', line, message } };
  }
}

/** A replacement character is a bad byte, unless the file really has that character there. */
function firstBadCharacter(bytes: Uint8Array, text: string): number {
  for (let at = text.indexOf('\uFFFD'); at !== -1; at = text.indexOf('\uFFFD', at + 1)) {
    const offset = new TextEncoder().encode(text.slice(0, at)).length;
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return at;
  }
  return 0;
}

/** A file's text, cut in two. `undefined` block: the file has no front matter. */
interface CutFile {
  /** What stands between the fences, from the opening one on; absent without front matter. */
  block?: string;
  /** There is no closing fence. */
  unclosed?: boolean;
  /** Word after the opening fence; empty for YAML. */
  language: string;
  body: string;
}

const FENCE = '---';

/**
 * Cuts front matter off. An opening fence is the very first thing of the file and no fourth dash follows it;
 * the closing one is the next line that starts with three dashes; without one, all of the file is front matter.
 */
export function cutFrontMatter(source: string): CutFile {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  if (!text.startsWith(FENCE) || text[FENCE.length] === '-') return { language: '', body: text };
  const rest = text.slice(FENCE.length);
  const firstLine = /^[^\r\n]*/.exec(rest)?.[0] ?? '';
  const language = /\r?\n/.test(rest) ? firstLine.trim() : '';
  const matter = language ? rest.slice(firstLine.length) : rest;
  const end = matter.indexOf(`\n${FENCE}`);
  if (end === -1) return { block: matter, unclosed: true, language, body: '' };
  const body = matter.slice(end + 1 + FENCE.length).replace(/^\r?\n?/, '');
  return { block: matter.slice(0, end), language, body };
}
