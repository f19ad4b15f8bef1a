import { Visitor } from 'rolldown/utils';
import type { Finding, SourceText } from './source-text.ts';

/**
 * Participles and adjectives that say nothing about a value: `found` may hold an account, a file or a position. Words
 * that programmers use for one thing everywhere (`seen`, `done`, `used`, `missing`, `added`) aren't in the list.
 */
const EMPTY_NAMES = new Set(
  (
    'found known own shown made said named given told kept wanted listed written others asked held meant taken gone ' +
    'spoken brought looked met noted drawn tried begun thought heard learnt lost bought near chosen linked picked called ' +
    'filled removed created copied merged renamed some stored resolved described declared joined counted served sorted ' +
    'bundled way ways wrong answered changed'
  ).split(' '),
);

/**
 * Participles and adjectives that mean something beside the object that they belong to. `const { moved } = folder` is
 * clear, `const moved = await rename(…)` isn't.
 */
const NAMES_OF_PROPERTIES = new Set(
  (
    'moved invited quoted ranked saved relative settled admitted updated carried posted verified unused ' +
    'escaped configured published repeated staged followed optional planned forged scanned decoded mailed ' +
    'passed unchanged differing normalised reachable planted unfinished unreadable mixed unavailable ' +
    'viewed swapped visible acknowledged outgoing measured registered fitting negated unwritten ' +
    'unreachable folded compressed mounted unpacked returned restored prefixed defined keyed stolen ' +
    'renewed rewritten related led packed cited supported limited offered reloaded printed encoded ' +
    'failing ignored deciding'
  ).split(' '),
);

/**
 * First words of functions in `…Of` and `…In` that are verbs, as in `findIndexOf` and `signIn`, or keywords of JSON
 * Schema, as in `oneOf`.
 */
const ALLOWED_FIRST_WORDS = new Set(
  (
    'get find read list build make create count compute load parse format render write describe compare resolve collect ' +
    'check assert is has index instance one any all sign log let fill'
  ).split(' '),
);

/** Words that aren't verbs, and say nothing as the whole name of a function: `shown`, `below`, `without`. */
const EMPTY_FUNCTION_NAMES = new Set(
  (
    'about above across again alone along among around asked away before behind below beside both broken busy closed ' +
    'copied done edited either elsewhere every everything good inside instead kept left less like more most ' +
    'none nothing other over plain plural same searched seen sent shown signed some soon strange such told toggled ' +
    'transformed typed under unread until unwrapped watched what who whole why within without written'
  ).split(' '),
);

/** Methods of lists whose callbacks get an index. */
const CALLBACK_METHODS = new Set(
  'every filter find findIndex findLast findLastIndex flatMap forEach map some'.split(' '),
);
/** Methods of lists and strings that return an index. */
const SEARCH_METHODS = new Set('findIndex findLastIndex indexOf lastIndexOf search'.split(' '));

const advice = 'say what it holds, as in "matchingAccounts"';
const indexAdvice = 'call a place in a list "index": "at" is a time';
const functionAdvice = 'begin with a verb, as in "findOwner"';

/** Names of locals, parameters and functions of one file that don't say what they mean. */
export function findPoorNames({ file, program, lineAt }: SourceText): Finding[] {
  const findings: Finding[] = [];
  /** Names that two rules refuse are reported once. */
  const reportedPositions = new Set<number>();
  const report = (name: string, at: number, why: string) => {
    if (reportedPositions.has(at)) return;
    reportedPositions.add(at);
    findings.push({ file, line: lineAt(at), words: name, advice: why });
  };

  /** Reports the names that a declaration binds, also within a destructuring pattern. */
  const checkBinding = (pattern: Pattern | null | undefined, isProperty = false): void => {
    if (!pattern) return;
    if (pattern.type === 'Identifier') {
      const isPoor = EMPTY_NAMES.has(pattern.name) || (!isProperty && NAMES_OF_PROPERTIES.has(pattern.name));
      if (isPoor) report(pattern.name, pattern.start, advice);
    }
    if (pattern.type === 'ArrayPattern') for (const element of pattern.elements) checkBinding(element);
    if (pattern.type === 'AssignmentPattern') checkBinding(pattern.left, isProperty);
    if (pattern.type === 'RestElement') checkBinding(pattern.argument);
    if (pattern.type === 'TSParameterProperty') checkBinding(pattern.parameter);
    if (pattern.type === 'ObjectPattern') {
      for (const property of pattern.properties) {
        if (property.type === 'Property') checkBinding(property.value, property.shorthand);
        else checkBinding(property);
      }
    }
  };
  const checkFunctionName = (id: { type: string; name?: string; start: number } | null | undefined) => {
    if (
      id?.type !== 'Identifier' ||
      id.name === undefined ||
      !/^[a-z]\w*(?:Of|(?<![sS]ign(?:ed|s)?|[sS]tand)In)$/.test(id.name)
    )
      return;
    const [firstWord = ''] = id.name.split(/(?=[A-Z])/);
    if (!ALLOWED_FIRST_WORDS.has(firstWord)) report(id.name, id.start, functionAdvice);
  };
  const checkEmptyFunctionName = (id: { type: string; name?: string; start: number } | null | undefined) => {
    if (id?.type === 'Identifier' && id.name !== undefined && EMPTY_FUNCTION_NAMES.has(id.name))
      report(id.name, id.start, functionAdvice);
  };
  const checkIndex = (id: { type: string; name?: unknown; start: number } | undefined) => {
    if (id?.type === 'Identifier' && id.name === 'at') report('at', id.start, indexAdvice);
  };
  const checkFunction = ({ id, params }: FunctionLike) => {
    checkFunctionName(id);
    checkEmptyFunctionName(id);
    for (const parameter of params) checkBinding(parameter);
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      checkBinding(id as Pattern);
      if (init?.type === 'CallExpression' && SEARCH_METHODS.has(readMethod(init.callee) ?? ''))
        checkIndex(id);
      if (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression') {
        checkFunctionName(id);
        checkEmptyFunctionName(id);
      }
    },
    FunctionDeclaration(node) {
      checkFunction(node as FunctionLike);
    },
    FunctionExpression(node) {
      checkFunction(node as FunctionLike);
    },
    ArrowFunctionExpression({ params }) {
      checkFunction({ id: null, params: params as Pattern[] });
    },
    CallExpression({ callee, arguments: [callback] }) {
      const isCallback =
        callback?.type === 'ArrowFunctionExpression' || callback?.type === 'FunctionExpression';
      if (isCallback && CALLBACK_METHODS.has(readMethod(callee) ?? '')) checkIndex(callback.params[1]);
    },
    MethodDefinition({ key }) {
      checkFunctionName(key as { type: string; start: number });
    },
    Property({ key, value, shorthand }) {
      const isFunction = value.type === 'ArrowFunctionExpression' || value.type === 'FunctionExpression';
      if (isFunction && !shorthand) checkFunctionName(key as { type: string; start: number });
    },
  }).visit(program);
  return findings;
}

/** Returns the name of the method that a call names: `map` for `rows.map`. */
function readMethod(callee: { type: string; property?: unknown }): string | undefined {
  if (callee.type !== 'MemberExpression') return undefined;
  const { property } = callee;
  return typeof property === 'object' && property !== null && 'name' in property
    ? String(property.name)
    : undefined;
}

interface FunctionLike {
  id: { type: string; name?: string; start: number } | null;
  params: Pattern[];
}

/** The part of a binding pattern of ESTree that is looked at here. */
type Pattern =
  | { type: 'Identifier'; name: string; start: number }
  | { type: 'ArrayPattern'; elements: (Pattern | null)[] }
  | { type: 'AssignmentPattern'; left: Pattern }
  | { type: 'RestElement'; argument: Pattern }
  | { type: 'TSParameterProperty'; parameter: Pattern }
  | {
      type: 'ObjectPattern';
      properties: (
        | { type: 'Property'; value: Pattern; shorthand: boolean }
        | { type: 'RestElement'; argument: Pattern }
      )[];
    };
