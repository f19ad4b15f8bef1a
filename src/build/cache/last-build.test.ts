import { expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { resolveFolders } from '../folders.ts';
import { contentKey } from './last-build.ts';

test('what the configuration reads of the environment is part of what was built', () => {
  using site = new TestSite({
    'docs/a.md': '# A\n',
    'site.config.ts': 'export default { connect: [process.env.SERVER, process.env["OTHER"]] };\n',
  });
  const environment = site.environment();
  const folders = resolveFolders(environment, site.root);
  const key = (value: string) => {
    process.env.SERVER = value;
    return contentKey(folders, environment, { git: {}, file: {}, problems: [], shallow: false });
  };
  try {
    const before = key('https://a.example');
    expect(key('https://b.example')).not.toBe(before);
    expect(key('https://a.example')).toBe(before);
    process.env.UNREAD = 'x';
    expect(key('https://a.example')).toBe(before);
  } finally {
    delete process.env.SERVER;
    delete process.env.UNREAD;
  }
});
