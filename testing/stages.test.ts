import { expect, test } from 'vitest';
import { findStage, listSecurityTestFiles, listTestFiles } from './stages.ts';

test.each([
  ['src/shared/csv.test.ts', 'quick'],
  ['src/server/gate/gate.test.ts', 'quick'],
  ['tests/structure/checks.test.ts', 'quick'],
  ['tests/e2e/article.test.ts', 'browsers'],
  ['src/preview/saves.test.ts', 'browsers'],
  ['src/build/bundle/bundle.test.ts', 'builds'],
  ['src/accounts/sessions/shared-store.test.ts', 'builds'],
  ['tests/engines/firefox.test.ts', 'deployment'],
] as const)('%s belongs to the stage %s', (file, stage) => {
  expect(findStage(file)).toBe(stage);
});

test('most test files are quick', () => {
  const files = listTestFiles();
  expect(files.filter((file) => findStage(file) === 'quick').length).toBeGreaterThan(files.length / 3);
});

test('attacks are those of tests/security and those beside the code', () => {
  const files = listSecurityTestFiles();
  expect(files).toContain('tests/security/sessions.test.ts');
  expect(files).toContain('src/features/agents/agents.test.ts');
});
