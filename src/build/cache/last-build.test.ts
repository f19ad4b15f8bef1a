import { expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { resolveFolders } from '../folders.ts';
import { memoizeContentKey } from './last-build.ts';

test('the key of the content covers environment variables that the configuration reads', async () => {
  using site = new TestSite({
    'docs/a.md': '# A\n',
    'site.config.ts': 'export default { connect: [process.env.SERVER, process.env["OTHER"]] };\n',
  });
  const environment = site.environment();
  const folders = resolveFolders(environment, site.root);
  const computeKey = (value: string) => {
    process.env.SERVER = value;
    const noDates = { git: {}, file: {}, problems: [], isShallow: false };
    return memoizeContentKey(environment, async () => noDates)(folders);
  };
  try {
    const before = await computeKey('https://a.example');
    expect(await computeKey('https://b.example')).not.toBe(before);
    expect(await computeKey('https://a.example')).toBe(before);
    process.env.UNREAD = 'x';
    expect(await computeKey('https://a.example')).toBe(before);
  } finally {
    delete process.env.SERVER;
    delete process.env.UNREAD;
  }
});
