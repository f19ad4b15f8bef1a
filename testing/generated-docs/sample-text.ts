import type { Random } from '../random.ts';

// The vocabulary of process documentation: enough different words that pages compress like real ones.
const subjects =
  'process|case|task|gateway|event|form|control|variable|trigger|role|group|user|supervisor|notification|template|report table|PM table|connection|endpoint|token|plugin|category|calendar|department|input document|output document|dependent field|query|grid|dropdown|text box|checkbox|date picker|routing rule|sub-process|inbox|note|attachment|permission|session|web service|script|condition|lane|pool|message|deadline|reminder|version|export'.split(
    '|',
  );
const verbs =
  'opens|closes|starts|ends|routes|assigns|validates|stores|reads|replaces|hides|shows|calculates|sends|receives|locks|copies|imports|exports|filters|sorts|reloads|checks|refuses|accepts|derives|escalates|reassigns|pauses|cancels'.split(
    '|',
  );
const qualifiers =
  'first|second|current|previous|selected|required|optional|read-only|dependent|external|shared|default|empty|nested|signed|running|finished|overdue|unassigned|master|remote|translated|numeric|dynamic'.split(
    '|',
  );
const ends = [
  'before the next step begins',
  'when the designer saves the diagram',
  'as soon as the user submits the form',
  'only if the condition is met',
  'in the same transaction',
  'without asking the participant again',
  'unless the administrator has switched it off',
  'for every row of the grid',
  'after the deadline has passed',
  'together with its history',
  'so that users enter it only once',
  'and writes an entry to the log',
];
const openers = [
  'In most installations',
  'During a running case',
  'By default',
  'For larger teams',
  'If nothing else is configured',
  'From version 3 on',
  'While the designer is open',
  'On a small screen',
];

export function writeSentence(random: Random): string {
  const subject = `the ${random.chance(0.5) ? `${random.pick(qualifiers)} ` : ''}${random.pick(subjects)}`;
  const object = `the ${random.chance(0.4) ? `${random.pick(qualifiers)} ` : ''}${random.pick(subjects)}`;
  const end = random.chance(0.6) ? ` ${random.pick(ends)}` : '';
  const core = `${subject} ${random.pick(verbs)} ${emphasise(random, object)}${end}`;
  const text = random.chance(0.25) ? `${random.pick(openers)}, ${core}` : core;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function emphasise(random: Random, text: string): string {
  if (random.chance(0.06)) return `**${text}**`;
  if (random.chance(0.06)) return `\`${text.split(' ').at(-1)}_${random.between(1, 99)}\``;
  return text;
}

export function writeParagraph(random: Random): string {
  return Array.from({ length: random.between(2, 5) }, () => writeSentence(random)).join(' ');
}

export function writeTitle(random: Random): string {
  const head = random.pick([
    'Working with',
    'How to use',
    'About',
    'Configuring',
    'Understanding',
    'Checking',
  ]);
  return `${head} the ${random.pick(qualifiers)} ${random.pick(subjects)}`;
}

export function pickWord(random: Random): string {
  return random.pick(subjects).replace(/[^a-z]+/gi, '_');
}
