import type { SiteComponentHost } from 'gatehouse/sections';
import { formatReleaseBadge } from './availability.ts';
import {
  createGroupAttribute,
  createItemAttribute,
  createLevelAttribute,
  defineDataComponent,
} from './component.ts';
import { type PhpData, phpFunctions } from './data.ts';
import { foldSection, removeOwnSections } from './folded-section.ts';
import { linkProse, linkTo } from './linked-prose.ts';
import {
  formatBullets,
  formatCode,
  formatFence,
  formatHeading,
  formatMarkdownTable,
  formatProse,
  joinBlocks,
} from './markdown.ts';

type PhpFunction = PhpData['functions'][number];

/** `<PhpFunction name="executeQuery" level="2">examples</PhpFunction>` */
export const phpFunction = defineDataComponent(
  phpFunctions,
  {
    name: createItemAttribute('PHP function', ({ functions }: PhpData) => functions),
    level: createLevelAttribute(2),
  },
  ({ name: one, level, host }) =>
    foldSection({
      head: joinBlocks(
        formatHeading(level, one.name, one.id),
        formatReleaseBadge(one),
        linkProse(host, one.purpose, one.id),
      ),
      summary: formatCode(formatShortSignature(one)),
      parts: [describeFunction(one, level, host), { children: true }, writeCaveats(one, level, host)],
    }),
);

/** `<PhpFunctionTable group="case, case-notes" />`: links to the sections, except those on this page. */
export const phpFunctionTable = defineDataComponent(
  phpFunctions,
  { group: createGroupAttribute('group of PHP functions', ({ groups }: PhpData) => groups, 'all') },
  ({ group: functions, host }) => [
    formatMarkdownTable(removeOwnSections(functions, host), [
      ['Function', (one) => linkTo(host, one, formatCode(one.name))],
      ['Does', ({ purpose }) => formatProse(purpose)],
    ]),
  ],
);

/** `<SystemVariables />` */
export const systemVariables = defineDataComponent(phpFunctions, {}, ({ data }) => [
  formatMarkdownTable(data.systemVariables, [
    ['Variable', ({ name }) => name.split(' / ').map(formatCode).join(', ')],
    ['Type', ({ type }) => type],
    ['Meaning', ({ meaning }) => formatProse(meaning)],
  ]),
]);

/** `<PhpHelpers />`: the helper methods that triggers can call. */
export const phpHelpers = defineDataComponent(phpFunctions, {}, ({ data }) => [
  formatMarkdownTable(data.helpers, [
    ['Method', ({ signature }) => formatCode(signature)],
    ['Does', ({ purpose }) => formatProse(purpose)],
  ]),
]);

function describeFunction(one: PhpFunction, level: number, host: SiteComponentHost): string {
  const words = (text: string) => linkProse(host, text, one.id);
  const formatPart = (title: string, id: string) => formatHeading(level + 1, title, `${one.id}-${id}`);
  const parameters = formatMarkdownTable(one.params, [
    ['Parameter', ({ name }) => formatCode(name)],
    ['Type', ({ type }) => type],
    ['Required', ({ required }) => (required ? 'Yes' : 'No')],
    ['Default', (param) => (param.default === undefined ? '' : formatCode(param.default))],
    ['Meaning', ({ meaning, since }) => describeParameter(words(meaning), since)],
  ]);
  return joinBlocks(
    formatFence('php', formatSignature(one), 'Signature'),
    parameters === ''
      ? 'It takes no parameters.'
      : joinBlocks(formatPart('Parameters', 'parameters'), parameters),
    formatPart('Return value', 'return'),
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
  return joinBlocks(
    formatHeading(level + 1, 'Caveats', `${id}-caveats`),
    formatBullets(notes.map((note) => linkProse(host, note, id))),
  );
}

/** `PMFNewCase($processId, $userId, …)`: the summary of a folded section has no room for the types. */
function formatShortSignature({ name, params }: PhpFunction): string {
  return `${name}(${params.map((item) => `$${item.name}`).join(', ')})`;
}

const LINE_MAX = 90;

/** `name(type $a, type $b = null)` */
function formatSignature({ name, params }: PhpFunction): string {
  const parameterTexts = params.map((item) => {
    const type = item.type.replace(/ or /g, '|');
    return `${type === 'any' ? 'mixed' : type} $${item.name}${item.required ? '' : ` = ${item.default ?? 'null'}`}`;
  });
  const line = `${name}(${parameterTexts.join(', ')})`;
  return line.length <= LINE_MAX
    ? line
    : `${name}(\n${parameterTexts.map((text) => `    ${text}`).join(',\n')}\n)`;
}
