import type { SiteComponentHost } from 'gatehouse/sections';
import { formatReleaseBadge } from './availability.ts';
import { dataComponent, item, level, oneOfGroups } from './component.ts';
import { type PhpData, phpFunctions } from './data.ts';
import { foldSection, removeOwnSections } from './folded-section.ts';
import { linkProse, linkTo } from './linked-prose.ts';
import { blocks, bullets, fence, formatCode, formatHeading, prose, table } from './markdown.ts';

type PhpFunction = PhpData['functions'][number];

/** `<PhpFunction name="executeQuery" level="2">examples</PhpFunction>` */
export const phpFunction = dataComponent(
  phpFunctions,
  { name: item('PHP function', ({ functions }: PhpData) => functions), level: level(2) },
  ({ name: one, level, host }) =>
    foldSection({
      head: blocks(
        formatHeading(level, one.name, one.id),
        formatReleaseBadge(one),
        linkProse(host, one.purpose, one.id),
      ),
      summary: formatCode(formatShortSignature(one)),
      parts: [describeFunction(one, level, host), { children: true }, writeCaveats(one, level, host)],
    }),
);

/** `<PhpFunctionTable group="case, case-notes" />`: links to the sections, except those on this page. */
export const phpFunctionTable = dataComponent(
  phpFunctions,
  { group: oneOfGroups('group of PHP functions', ({ groups }: PhpData) => groups, 'all') },
  ({ group: functions, host }) => [
    table(removeOwnSections(functions, host), [
      ['Function', (one) => linkTo(host, one, formatCode(one.name))],
      ['Does', ({ purpose }) => prose(purpose)],
    ]),
  ],
);

/** `<SystemVariables />` */
export const systemVariables = dataComponent(phpFunctions, {}, ({ data }) => [
  table(data.systemVariables, [
    ['Variable', ({ name }) => name.split(' / ').map(formatCode).join(', ')],
    ['Type', ({ type }) => type],
    ['Meaning', ({ meaning }) => prose(meaning)],
  ]),
]);

/** `<PhpHelpers />`: the helper methods that triggers can call. */
export const phpHelpers = dataComponent(phpFunctions, {}, ({ data }) => [
  table(data.helpers, [
    ['Method', ({ signature }) => formatCode(signature)],
    ['Does', ({ purpose }) => prose(purpose)],
  ]),
]);

function describeFunction(one: PhpFunction, level: number, host: SiteComponentHost): string {
  const words = (text: string) => linkProse(host, text, one.id);
  const part = (title: string, id: string) => formatHeading(level + 1, title, `${one.id}-${id}`);
  const parameters = table(one.params, [
    ['Parameter', ({ name }) => formatCode(name)],
    ['Type', ({ type }) => type],
    ['Required', ({ required }) => (required ? 'Yes' : 'No')],
    ['Default', (param) => (param.default === undefined ? '' : formatCode(param.default))],
    ['Meaning', ({ meaning, since }) => describeParameter(words(meaning), since)],
  ]);
  return blocks(
    fence('php', formatSignature(one), 'Signature'),
    parameters === '' ? 'It takes no parameters.' : blocks(part('Parameters', 'parameters'), parameters),
    part('Return value', 'return'),
    words(one.returns),
  );
}

/** `Files of the note. Release 3.6 and later.` */
function describeParameter(meaning: string, since: string | undefined): string {
  if (since === undefined) return meaning;
  return `${meaning.replace(/(?<![.!?])$/, '.')} Release ${since} and later.`;
}

function writeCaveats({ id, notes }: PhpFunction, level: number, host: SiteComponentHost): string {
  if (notes.length === 0) return '';
  return blocks(
    formatHeading(level + 1, 'Caveats', `${id}-caveats`),
    bullets(notes.map((note) => linkProse(host, note, id))),
  );
}

/** `PMFNewCase($processId, $userId, …)`: the summary of a folded section has no room for the types. */
function formatShortSignature({ name, params }: PhpFunction): string {
  return `${name}(${params.map((one) => `$${one.name}`).join(', ')})`;
}

const LINE_MAX = 90;

/** `name(type $a, type $b = null)` */
function formatSignature({ name, params }: PhpFunction): string {
  const parameterTexts = params.map((one) => {
    const type = one.type.replace(/ or /g, '|');
    return `${type === 'any' ? 'mixed' : type} $${one.name}${one.required ? '' : ` = ${one.default ?? 'null'}`}`;
  });
  const line = `${name}(${parameterTexts.join(', ')})`;
  return line.length <= LINE_MAX
    ? line
    : `${name}(\n${parameterTexts.map((one) => `    ${one}`).join(',\n')}\n)`;
}
