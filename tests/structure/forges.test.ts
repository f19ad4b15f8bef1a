import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createProgramTags } from '../../testing/needed-program.ts';
import { projectDir } from '../../testing/test-site.ts';

const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');

/** The keys that a GitHub workflow may have here. An unknown key is a typing error. */
const githubWorkflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    push: z.strictObject({ branches: z.array(z.string()) }),
    pull_request: z.null(),
  }),
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  jobs: z.strictObject({
    check: z.strictObject({
      'runs-on': z.string(),
      container: z.string(),
      'timeout-minutes': z.int(),
      steps: z.array(z.union([z.strictObject({ run: z.string() }), z.strictObject({ uses: z.string() })])),
    }),
  }),
});

const gitlabPipeline = z.strictObject({
  check: z.strictObject({
    image: z.string(),
    timeout: z.string(),
    interruptible: z.boolean(),
    rules: z.array(z.strictObject({ if: z.string() })),
    script: z.array(z.string()),
  }),
});

const issueForm = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  labels: z.array(z.string()),
  body: z
    .array(
      z.strictObject({
        type: z.enum(['textarea', 'input', 'dropdown', 'checkboxes', 'markdown']),
        id: z.string().regex(/^[\w-]+$/),
        attributes: z.strictObject({ label: z.string().min(1), description: z.string().optional() }),
        validations: z.strictObject({ required: z.boolean() }).optional(),
      }),
    )
    .min(1),
});

test('GitHub checks a change with .ci/run on bare Debian, and may only read', () => {
  const { jobs } = githubWorkflow.parse(load(read('.github/workflows/check.yml')));
  expect(jobs.check.container).toMatch(/^debian:\d+$/);
  expect(jobs.check.steps.at(-1)).toEqual({ run: '.ci/run' });
  expect(jobs.check.steps.at(-2)).toEqual({ uses: expect.stringMatching(/^actions\/checkout@v\d+$/) });
});

test('GitLab checks a change with .ci/run on bare Debian', () => {
  const { check } = gitlabPipeline.parse(load(read('.gitlab-ci.yml')));
  expect(check.image).toMatch(/^debian:\d+$/);
  expect(check.script).toEqual(['.ci/run']);
});

describe('.ci/run', () => {
  test('is executable, and installs Node for a machine that has none', () => {
    expect(statSync(path.join(projectDir, '.ci/run')).mode & 0o111).not.toBe(0);
    expect(read('.ci/run')).toMatch(/^need node nodejs$/m);
    expect(read('.ci/run')).toMatch(/^need npm npm$/m);
  });

  test('installs every program that a test can need', () => {
    const script = read('.ci/run');
    const packages = createProgramTags().flatMap(({ description }) => {
      const [, name] = /apt-get install (\S+)$/.exec(description) ?? [];
      return name === undefined ? [] : [name];
    });
    expect(packages.length).toBeGreaterThan(5);
    expect(packages.filter((name) => !new RegExp(`^need \\S+ ${name}$`, 'm').test(script))).toEqual([]);
  });
});

test('issue forms have what GitHub requires, and each field its own name', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: projectDir }).filter(
    (file) => !file.endsWith('config.yml'),
  );
  expect(forms.length).toBe(2);
  for (const file of forms) {
    const { body } = issueForm.parse(load(read(file)));
    expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
  }
});

test('both forges run the same checks for a change', () => {
  expect(read('.gitlab/merge_request_templates/Default.md')).toBe(read('.github/pull_request_template.md'));
});
