import { expect, test } from 'vitest';
import { createSentenceStream } from './split-sentences.ts';

const cases: [language: string, text: string, sentences: string[]][] = [
  ['en', 'Open it [1]. Then close it [2].', ['Open it [1].', 'Then close it [2].']],
  ['en', 'Open it. [1] Then close it. [2][3]', ['Open it. [1]', 'Then close it. [2][3]']],
  ['en', 'Open it.[1, 2] Use e.g. a key [3].', ['Open it. [1, 2]', 'Use e.g. a key [3].']],
  ['en', '1. Open it [1].\n2. Close it [1].\n', ['Open it [1].', 'Close it [1].']],
  ['en', '- **Open** it [1]\r\n\r\n* Close it [2]', ['**Open** it [1]', 'Close it [2]']],
  ['en', 'Wait 3.5 hours [1]. See file.txt [2].', ['Wait 3.5 hours [1].', 'See file.txt [2].']],
  ['es', '¿Abrir? Sí. [1] El Sr. Gil cierra [2].', ['¿Abrir?', 'Sí. [1]', 'El Sr. Gil cierra [2].']],
  ['ja', '開きます。[1]閉じます。[2]', ['開きます。 [1]', '閉じます。 [2]']],
  ['not a tag', 'Open it [1].', ['Open it [1].']],
  ['en', '', []],
];

test.each(cases)(
  'splits a text in %s into sentences with their citations: %j',
  (language, text, sentences) => {
    for (const size of [1, 2, 3, 7, 1_000]) {
      const stream = createSentenceStream(language);
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
        text.slice(index * size, (index + 1) * size),
      );
      const sentencesOut = [...pieces.flatMap((piece) => stream.add(piece)), ...stream.end()];
      expect([size, sentencesOut.map((sentence) => sentence.text)]).toEqual([size, sentences]);
    }
  },
);

test('returns a sentence as soon as the next one begins', () => {
  const stream = createSentenceStream('en');
  expect(stream.add('Open it. ')).toEqual([]);
  expect(stream.add('[1]')).toEqual([]);
  expect(stream.add(' Then')).toEqual([{ text: 'Open it. [1]', beginsLine: true }]);
  expect(stream.add(' close it [2].')).toEqual([]);
  expect(stream.end()).toEqual([{ text: 'Then close it [2].', beginsLine: false }]);
});
