import type { Random } from '../random.ts';
import { pickWord, writeParagraph, writeSentence, writeTitle } from './sample-text.ts';

/** One article as people write them: front matter, sections, lists, code, a table, notes, links. */
export function samplePage(random: Random, number: number, links: readonly string[]): string {
  const sections = Array.from({ length: random.between(4, 8) }, () => writeSection(random, links));
  const heading = `${writeTitle(random)} ${number}`;
  const frontMatter = random.chance(0.5)
    ? [
        '---',
        `title: ${heading}`,
        `description: ${JSON.stringify(writeSentence(random).replace(/[`*]/g, ''))}`,
        '---',
        '',
      ]
    : [`# ${heading}`, ''];
  return [...frontMatter, writeParagraph(random), '', ...sections].join('\n');
}

function writeSection(random: Random, links: readonly string[]): string {
  const level = random.chance(0.7) ? '##' : '###';
  const parts = [`${level} ${writeTitle(random)}`, writeParagraph(random)];
  const kinds = [list, writeSteps, writeCode, writeTable, note, link, quote, writeParagraph];
  const count = random.between(1, 3);
  for (let part = 0; part < count; part += 1) parts.push(random.pick(kinds)(random, links));
  return `${parts.join('\n\n')}\n`;
}

function list(random: Random): string {
  return Array.from({ length: random.between(3, 6) }, () => `- ${writeSentence(random)}`).join('\n');
}

function writeSteps(random: Random): string {
  return Array.from(
    { length: random.between(3, 6) },
    (_, index) => `${index + 1}. ${writeSentence(random)}`,
  ).join('\n');
}

function quote(random: Random): string {
  return `> ${writeSentence(random)}`;
}

function link(random: Random, links: readonly string[]): string {
  if (links.length === 0) return writeParagraph(random);
  return `${writeSentence(random)} See [${writeTitle(random).toLowerCase()}](${random.pick(links)}).`;
}

function note(random: Random): string {
  return `:::${random.pick(['note', 'tip', 'info', 'warning', 'danger'])}\n\n${writeParagraph(random)}\n\n:::`;
}

function writeTable(random: Random): string {
  const rows = Array.from(
    { length: random.between(3, 9) },
    () =>
      `| \`${pickWord(random)}\` | ${random.pick(['string', 'number', 'boolean', 'date'])} | ${writeSentence(random)} |`,
  );
  return ['| Name | Type | Meaning |', '|---|---|---|', ...rows].join('\n');
}

const languages = ['js', 'php', 'json', 'sql', 'bash'] as const;

function writeCode(random: Random): string {
  const language = random.pick(languages);
  const lines = Array.from({ length: random.between(3, 14) }, () => writeCodeLine(random, language));
  const body = language === 'json' ? `{\n${lines.join(',\n')}\n}` : lines.join('\n');
  return `\`\`\`${language}${random.chance(0.3) ? ` title="${pickWord(random)}.${language}"` : ''}\n${body}\n\`\`\``;
}

function writeCodeLine(random: Random, language: (typeof languages)[number]): string {
  const [name, other, number] = [pickWord(random), pickWord(random), random.between(1, 9999)];
  switch (language) {
    case 'js':
      return `const ${name}_${number} = await getField('${other}').then((value) => value * ${number}); // ${name}`;
    case 'php':
      return `$${name} = executeQuery("SELECT * FROM ${other} WHERE ID = ${number}");`;
    case 'json':
      return `  "${name}_${number}": { "type": "${other}", "value": ${number} }`;
    case 'sql':
      return `SELECT ${name}_id, ${other}_name FROM ${other} WHERE ${name}_id > ${number} ORDER BY ${other}_name;`;
    case 'bash':
      return `curl -s -H "Authorization: Bearer $TOKEN" "https://bpm.example.com/api/1.0/${name}/${number}" | jq .${other}`;
  }
}
