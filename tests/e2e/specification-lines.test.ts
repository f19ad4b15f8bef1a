// @module-tag chromium
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../testing/running-site.ts';

/** `| 4 | The line. | tests/e2e/theme.test.ts | its title |` */
function linesOfReadme(): string[] {
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8');
  return [...readme.matchAll(/^\| (\d) *\| (.*?) *\| `(.*?)` *\| (.*?) *\|$/gm)].map(
    ([, section, line, file, title]) => `${section} | ${line} | ${file} | ${title}`,
  );
}

/** A test, or a group of tests, under comments that name lines: `// Section 4: The line.` */
const named = /((?:^ *\/\/ .*\n)+) *(?:test|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"])(.*?)\2,/gm;

function linesOfTests(): string[] {
  const files = globSync(['tests/**/*.test.ts', 'src/**/*.test.ts'], { cwd: projectDir });
  return files.flatMap((file) => {
    const source = readFileSync(path.join(projectDir, file), 'utf8');
    return [...source.matchAll(named)].flatMap(([, comments = '', , title]) =>
      comments
        .replaceAll(/\s*\/\/ /g, ' ')
        .split(/ (?=Section \d: )/)
        .flatMap((comment) => {
          const [, section, line] = comment.trim().match(/^Section (\d): (.*)$/) ?? [];
          return section === undefined ? [] : [`${section} | ${line} | ${file} | ${title}`];
        }),
    );
  });
}

test('the table of lines names the tests that check them, all of them, and no others', () => {
  const lines = linesOfTests();
  expect(lines.length).toBeGreaterThan(50);
  expect(linesOfReadme().sort()).toEqual(lines.sort());
});
