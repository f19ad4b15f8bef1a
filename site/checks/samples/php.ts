import { spawnSync } from 'node:child_process';
import { didYouMean } from 'gatehouse/checks';
import { Engine, type Node } from 'php-parser';
import type { PhpData } from '../../src/reference/data.ts';
import { checkSamples, type Found, type Rule } from '../rule.ts';

/** Samples parse, and use only functions that are documented or PHP's own, with the right number of arguments. */
export const phpSamples: Rule = ({ articles, php }) => {
  const functions = collectPhpFunctions(php);
  return checkSamples(articles, ['php'], ({ code }) => {
    const parsedCode = parsePhp(code);
    return 'message' in parsedCode ? [parsedCode] : findWrongCalls(parsedCode.program, functions);
  });
};

/** Lets PHP itself check the samples, if it is installed. */
export const phpLint: Rule = ({ articles }) => (hasPhp() ? checkSamples(articles, ['php'], lint) : []);

function hasPhp(): boolean {
  return spawnSync('php', ['-v']).status === 0;
}

function lint({ code }: { code: string }) {
  const { status, stdout, stderr } = spawnSync('php', ['-l'], { input: openPhp(code), encoding: 'utf8' });
  if (status === 0) return [];
  const [, message = 'it does not parse', line] =
    /(?:Parse|Fatal) error:\s*(.*?) in .*? on line (\d+)/.exec(stdout + stderr) ?? [];
  return [{ line: Number(line ?? 1), message: `PHP refuses the sample: ${message}.` }];
}

/** Prepares code for the parser, with the same lines. */
function openPhp(code: string): string {
  const openedCode = code.trimStart().startsWith('<?php') ? code : `<?php ${code}`;
  // Prefixes of case variables are casts that the engine applies before PHP reads the code.
  return openedCode.replace(/@[@%#?$=&](?=[A-Za-z_])/g, '$');
}

function collectPhpFunctions({ functions, helpers }: PhpData) {
  const counts = functions.map(({ name, params }) => {
    const requiredCount = params.filter((param) => param.required).length;
    return [name.toLowerCase(), { name, least: requiredCount, most: params.length }] as const;
  });
  const names = helpers.flatMap(({ signature }) =>
    [...signature.matchAll(/G::(\w+)/g)].map(([, name = '']) => name),
  );
  return {
    /** Number of arguments by lower-case name. */
    counts: new Map(counts),
    /** Methods of the helper class, which samples call with `G::`. */
    helpers: new Set(names),
  };
}

function parsePhp(code: string): { program: Node } | Found {
  const engine = new Engine({ parser: { php7: true, suppressErrors: false }, ast: { withPositions: true } });
  try {
    return { program: engine.parseCode(openPhp(code), 'sample.php') };
  } catch (error) {
    const { message, lineNumber } = error as SyntaxError & { lineNumber?: number };
    const reason = message.replace(/\s+on line \d+$/, '');
    return { line: lineNumber ?? 1, message: `The sample isn't valid PHP: ${reason}.` };
  }
}

function findWrongCalls(program: Node, functions: ReturnType<typeof collectPhpFunctions>): Found[] {
  const declaredNames = new Set<string>();
  const calls: ReturnType<typeof readCall>[] = [];
  walk(program, (node) => {
    if (node.kind === 'function' && isNode(node.name))
      declaredNames.add(String(node.name.name).toLowerCase());
    if (node.kind === 'call') calls.push(readCall(node));
  });
  return calls.flatMap((call) => findWrongCall(call, declaredNames, functions));
}

function findWrongCall(
  { name, of, count, spread, line }: ReturnType<typeof readCall>,
  declaredNames: ReadonlySet<string>,
  functions: ReturnType<typeof collectPhpFunctions>,
): Found[] {
  if (name === undefined) return [];
  if (of !== undefined) {
    if (of !== 'G' || functions.helpers.has(name)) return [];
    return [
      { line, message: `\`G::${name}()\` isn't a documented helper.${didYouMean(name, functions.helpers)}` },
    ];
  }
  const documented = functions.counts.get(name.toLowerCase());
  if (!documented) {
    if (declaredNames.has(name.toLowerCase()) || phpBuiltIns.has(name.toLowerCase())) return [];
    const names = [...functions.counts.values()].map((item) => item.name);
    return [
      {
        line,
        message: `\`${name}()\` is neither documented nor one of PHP's own functions that samples use.${didYouMean(name, names)}`,
      },
    ];
  }
  const { least, most } = documented;
  if (spread || (count >= least && count <= most)) return [];
  const takes = least === most ? String(least) : `${least} to ${most}`;
  return [{ line, message: `\`${documented.name}()\` takes ${takes} arguments, here are ${count}.` }];
}

/** The other properties of the parser's nodes depend on their kind. */
type AnyNode = Node & Record<string, unknown>;

function readCall(node: AnyNode) {
  const what = isNode(node.what) ? node.what : undefined;
  const list = Array.isArray(node.arguments) ? node.arguments.filter(isNode) : [];
  const position = node.loc as { start?: { line?: number } } | null | undefined;
  const isStatic = what?.kind === 'staticlookup';
  const target = isStatic && isNode(what.what) ? what.what : undefined;
  const offset = isStatic && isNode(what.offset) ? what.offset : undefined;
  return {
    name:
      what?.kind === 'name' ? String(what.name).replace(/^\\/, '') : offset ? String(offset.name) : undefined,
    /** Class of a static call. */
    of: target ? String(target.name) : undefined,
    count: list.length,
    spread: list.some(({ kind }) => kind === 'variadic'),
    line: position?.start?.line ?? 1,
  };
}

function walk(node: unknown, look: (node: AnyNode) => void): void {
  if (Array.isArray(node)) for (const child of node) walk(child, look);
  if (!isNode(node)) return;
  look(node);
  for (const [key, value] of Object.entries(node))
    if (key !== 'loc' && typeof value === 'object') walk(value, look);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** PHP's own functions that samples use, in lower case. Add one when a sample needs it. */
const phpBuiltIns: ReadonlySet<string> = new Set(
  `array_column array_diff array_filter array_flip array_key_exists array_key_first array_keys array_map array_merge
  array_pop array_push array_reduce array_reverse array_search array_shift array_slice array_sum array_unique
  array_values asort base64_decode base64_encode basename bin2hex ceil checkdate compact count curl_close
  curl_error curl_exec curl_file_create curl_getinfo curl_init curl_setopt curl_setopt_array date date_create
  date_default_timezone_get define defined dirname empty end error_log explode fclose feof fgetcsv fgets
  file_exists file_get_contents file_put_contents filesize filter_var floatval floor fopen fputcsv fread
  function_exists fwrite getenv hash hash_equals hash_hmac header htmlspecialchars http_build_query implode
  in_array intdiv intval is_array is_bool is_file is_float is_int is_null is_numeric is_object is_string isset
  json_decode json_encode json_last_error json_last_error_msg key ksort lcfirst ltrim max mb_strlen mb_strtolower
  mb_strtoupper mb_substr md5 microtime min mktime nl2br number_format parse_str parse_url pathinfo
  preg_match preg_match_all preg_quote preg_replace preg_split print_r printf random_bytes random_int range
  rawurlencode realpath reset round rtrim serialize session_start sha1 sleep sort sprintf str_contains
  str_ends_with str_pad str_repeat str_replace str_split str_starts_with strcasecmp strcmp strftime strip_tags
  stripos strlen strpos strrev strrpos strtolower strtotime strtoupper strval substr substr_count time trim
  ucfirst ucwords uniqid unlink unserialize unset urldecode urlencode usleep usort var_dump var_export`
    .split(/\s+/)
    .filter(Boolean),
);
