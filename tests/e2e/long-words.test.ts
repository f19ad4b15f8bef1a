// @module-tag chromium
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { writeSiteFolder } from '../../testing/docs-folder.ts';
import { readExcessWidth, waitForNextFrame } from '../../testing/next-frame.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';

const words = {
  german: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  identifier: 'ORG_APACHE_KAFKA_CONNECT_TRANSFORMS_INSERT_FIELD_TIMESTAMP_CONVERTER_CONFIGURATION',
  path: 'com.example.automation.platform.integration.connectors.internal.DefaultConnectorRegistry',
} as const;
const kinds = Object.keys(words) as (keyof typeof words)[];

const files: Record<string, string> = {
  'site.config.ts': `export default {
  name: 'Long', groups: [{ name: 'long', label: '${words.identifier}' }],
  announcement: { id: 'long', html: '${words.german} ${words.path}' },
  blogs: [{}],
  docs: [{ lastVersion: 'current', versions: { current: { label: '${words.identifier}' } } }],
  footer: { columns: [{ title: '${words.german}', items: [{ label: '${words.identifier}', to: '/docs/german' }] }], copyright: '${words.path}' },
  navbar: { title: '${words.german}', items: [
    { type: 'dropdown', label: '${words.identifier}', items: [{ to: '/docs/german', label: '${words.path}' }] },
    { to: '/docs/german', label: '${words.path}' },
  ] },
};`,
};
// Search quotes each of these parts for one of the questions below.
files['docs/boats.md'] =
  `# Boats\n\n## Start the server\n\nOpen a terminal and run:\n\n\`\`\`\n${words.path} ${words.identifier}\n\`\`\`\n\n## Keys and fees\n\n| Name | ${words.german} | Valid |\n|---|---|---|\n| Spare key | ${words.identifier} | The spare key is valid for 14 days |\n\n## Kinds of boats\n\nA boat is of one of these kinds:\n\n- Rowing boats, ${words.german}\n- Sailing boats, ${words.identifier}\n`;
for (const [index, kind] of kinds.entries()) {
  const word = words[kind];
  files[`docs/${kind}/_category_.json`] = JSON.stringify({
    label: word,
    position: index,
    link: { type: 'generated-index', description: word },
  });
  files[`docs/${kind}/first.md`] =
    `---\nslug: /${kind}\ntitle: ${word}\ntags: [${word}]\nsidebar_position: 1\n---\n\n${word}\n\n## ${word}\n\n| ${word} | b |\n|---|---|\n| ${word} | c |\n\n:::note[${word}]\n\n${word}\n\n:::\n`;
  files[`docs/${kind}/tabs.mdx`] =
    `---\ntitle: ${word}\n---\n\nimport Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\n\n<Tabs>\n<TabItem value="a" label="${word}">\n\n${word}\n\n</TabItem>\n<TabItem value="b" label="${word}">\n\nb\n\n</TabItem>\n</Tabs>\n\n<details>\n<summary>${word}</summary>\n\n${word}\n\n</details>\n`;
}

// Words of further kinds, and controls with them.
const furtherWords = [
  `https://console.example.com/organizations/1234567890/projects?filter=${'name%3Dabc'.repeat(8)}`,
  `${'a.very.long.name.with.many.dots'.repeat(2)}@${'department-of-something.'.repeat(4)}example.com`,
  `/usr/local/share/${'configuration/environments/'.repeat(4)}deployment.yaml`,
  `sha256:${'e3b0c44298fc1c149afbf4c8996fb924'.repeat(4)}`,
  '株式会社人工知能開発部門向け統合認証基盤利用者管理機能操作手順書及び障害対応手引書第二版改訂案',
  'การตั้งค่าระบบยืนยันตัวตนสำหรับผู้ดูแลระบบและผู้ใช้งานทั่วไปในองค์กรขนาดใหญ่',
  'These words are joined by spaces that do not break however long the line becomes'.replaceAll(
    ' ',
    '\u00a0',
  ),
];
files['docs/further.mdx'] = `# Further\n\n${furtherWords
  .map(
    (word) =>
      `## ${word}\n\n\`${word}\` <kbd>${word}</kbd>\n\n<button>${word}</button> <select><option>${word}</option></select> <input size="200" defaultValue="${word}" /> <textarea cols="200" defaultValue="${word}" />\n\n<fieldset><legend>${word}</legend>${word}</fieldset>\n`,
  )
  .join('\n')}`;

files['blog/authors.yml'] =
  `long:\n  name: ${words.german}\n  title: ${words.identifier}\n  description: ${words.path}\n  page: true\n`;
files['blog/tags.yml'] =
  `long:\n  label: ${words.identifier}\n  permalink: /long\n  description: ${words.path}\n`;
files['blog/2024-01-01-post.md'] =
  `---\ntitle: ${words.german}\nauthors: [long]\ntags: [long]\n---\n\n${words.path}\n`;
files['versions.json'] = `["${words.identifier.slice(0, 60)}"]`;
files[`versioned_docs/version-${words.identifier.slice(0, 60)}/old.md`] = '# Old\n';

let siteDir: string;
let site: ReadingSite;
beforeAll(async () => {
  siteDir = writeSiteFolder(files);
  site = await openReadingSite({ siteDir, isWhole: true });
});
afterAll(async () => {
  await site?.close();
  await rm(siteDir, { recursive: true, force: true });
});

const pages = [
  ...kinds.flatMap((kind) => [`/docs/${kind}`, `/docs/${kind}/tabs`]),
  `/docs/category/${words.german.toLowerCase()}`,
  '/docs/further',
  '/docs/tags',
  '/blog',
  '/blog/2024/01/01/post',
  '/blog/authors',
  '/blog/authors/long',
  '/blog/tags',
  '/blog/tags/long',
  `/docs/tags/${words.identifier.toLowerCase().replaceAll('_', '-')}`,
  `/search?q=${words.path}`,
  `/docs/${words.german}`,
  '/admin',
  '/admin/users',
  '/admin/audiences',
  '/admin/audit',
  '/admin/reading',
  '/account',
];

/** Widths of windows in px. 320 px is also a window of 1,280 px at 400 %. */
const widths = [320, 390, 768, 820, 1000, 1280, 1440];

/**
 * Each page is loaded at one width, and the next page at the next width. Then the window takes all widths.
 */
test.each(pages.map((address, index) => ({ address, firstWidth: widths[index % widths.length] ?? 320 })))(
  '$address scrolls sideways in no window',
  async ({ address, firstWidth }) => {
    const context = await site.signedIn({ viewport: { width: firstWidth, height: 800 } });
    await addReader(context.request);
    const page = await context.newPage();
    await page.goto(address);
    await waitForShell(page);
    // Administration pages load their data after they open.
    await page.waitForLoadState('networkidle');
    const tooWide: string[] = [];
    for (const width of [firstWidth, ...widths.filter((other) => other !== firstWidth)]) {
      await page.setViewportSize({ width, height: 800 });
      // By then, listeners for the window's width have updated the page.
      await waitForNextFrame(page);
      await page.evaluate(() => {
        for (const menu of document.querySelectorAll<HTMLDetailsElement>('.navbar details')) menu.open = true;
      });
      const excess = await readExcessWidth(page);
      if (excess > 0) tooWide.push(`${width} px: ${excess} px, ${await page.evaluate(findWidestElement)}`);
    }
    expect(tooWide).toEqual([]);
    await context.close();
  },
);

const labels: Record<string, string[]> = {
  'long words': [words.identifier, words.path],
  'several words': ['Getting started with the platform', 'Reference of the programming interface'],
  'long and short ones': ['API', 'Help', words.identifier, 'Questions and answers for administrators'],
};

test.each(Object.keys(labels))(
  'three to eight labels fit into the navbar of every window: %s',
  async (kind) => {
    const context = await site.signedIn();
    const page = await context.newPage();
    await page.goto('/docs/german');
    await waitForShell(page);
    const tooWide: string[] = [];
    for (const count of [3, 4, 5, 6, 8]) {
      await page.evaluate(
        ({ count, texts }) => {
          const list = document.querySelector('.navbar__items');
          if (!list) throw new Error('There is no navbar.');
          const items = [...list.children];
          while (list.children.length > count) list.lastElementChild?.remove();
          while (list.children.length < count)
            list.append(items[list.children.length % items.length]?.cloneNode(true) ?? '');
          for (const [index, label] of [...list.querySelectorAll('.navbar__item > a, summary')].entries())
            label.textContent = texts[index % texts.length] ?? '';
        },
        { count, texts: labels[kind] ?? [] },
      );
      for (const width of [...widths, 997, 1024, 1680, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const excess = await readExcessWidth(page);
        const outside = await page.evaluate(() => {
          const bar = document.querySelector('.navbar')?.getBoundingClientRect();
          const links = [...document.querySelectorAll('.navbar__links .navbar__link')];
          // A link of three letters keeps its line.
          return links.filter((link) => {
            const { bottom, width, height } = link.getBoundingClientRect();
            return (
              width > 0 &&
              (bottom > (bar?.bottom ?? 0) || ((link.textContent?.length ?? 0) < 5 && height > 35))
            );
          }).length;
        });
        if (excess > 0 || outside > 0)
          tooWide.push(`${count} labels, ${width} px: ${excess} px, ${outside} outside`);
      }
    }
    expect(tooWide).toEqual([]);
    await context.close();
  },
);

test.each([
  ['a row', 'How long is a spare key valid?', '.table-scroll'],
  ['code', 'How do I start the server?', 'pre'],
  ['a list', 'Which kinds of boats are there?', 'ul'],
])(
  '%s that answers a question fits into a narrow window, on the page and in the dialog',
  async (_, question, part) => {
    const context = await site.signedIn({ viewport: { width: 320, height: 800 } });
    const page = await context.newPage();
    await page.goto(`/search?q=${encodeURIComponent(question)}`);
    await waitForShell(page);
    for (const place of ['main', '.search-dialog']) {
      if (place === '.search-dialog') {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill(question);
      }
      const quotedPart = page.locator(`${place} .search-answer ${part}`);
      await quotedPart.waitFor();
      await expect
        .poll(() => quotedPart.evaluate((box) => box.getBoundingClientRect().right))
        .toBeLessThanOrEqual(320);
      // Rows and code scroll in their own box. The words of a list break.
      await expect
        .poll(() => quotedPart.evaluate((box) => box.scrollWidth > box.clientWidth))
        .toBe(part !== 'ul');
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect(await findAxeViolations(page, place)).toEqual([]);
    }
    await context.close();
  },
);

test('the table of users fits the width of the bar above it, whatever the accounts are called', async () => {
  const context = await site.signedIn({ viewport: { width: 1440, height: 900 } });
  await addReader(context.request);
  const page = await context.newPage();
  const excess: Record<number, number> = {};
  for (const width of [870, 1000, 1200, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/admin/users');
    await page.getByRole('row').filter({ hasText: words.path }).waitFor();
    excess[width] = await page.evaluate(() => {
      const measureRight = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect().right ?? Number.NaN;
      return Math.round(measureRight('.table') - measureRight('.admin__bar'));
    });
  }
  expect(excess).toEqual({ 870: 0, 1000: 0, 1200: 0, 1440: 0, 1920: 0 });
  await context.close();
});

type Requests = Awaited<ReturnType<ReadingSite['signedIn']>>['request'];

/** Adds an account and a group with these names, once for all tests. */
async function addReader(requests: Requests): Promise<void> {
  const email =
    `${words.german.slice(0, 60).toLowerCase()}@a.very.long.domain.of.departments.example.com`.replace(
      'ä',
      'ae',
    );
  const headers = { origin: site.origin };
  const data = { email, name: words.path, role: 'reader' };
  const answer = await requests.post('/api/v1/accounts', { data, headers });
  if (!answer.ok()) return;
  const { account } = await answer.json();
  const grouped = await requests.patch(`/api/v1/accounts/${account.id}`, {
    data: { groups: ['long'] },
    headers,
  });
  expect(grouped.status()).toBe(200);
}

/** Returns the element that sticks out furthest, for the failure message. Runs in the page. */
function findWidestElement(): string {
  const elements = [...document.querySelectorAll('body *:not(thead *)')];
  const widest = elements.reduce((last, element) =>
    element.getBoundingClientRect().right > last.getBoundingClientRect().right ? element : last,
  );
  return widest.outerHTML.slice(0, 120);
}

test.each(widths)('the days of the audit log show their year, %i px wide', async (width) => {
  const context = await site.signedIn({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto('/admin/audit');
  const days = page.locator('main input[type=date]');
  await days.last().waitFor();
  const missing = await days.evaluateAll((inputs) =>
    inputs.map((input) => {
      const shownWidth = input.getBoundingClientRect().width;
      const whole = document.createElement('input');
      whole.type = 'date';
      whole.style.font = getComputedStyle(input).font;
      whole.style.padding = getComputedStyle(input).padding;
      whole.style.border = getComputedStyle(input).border;
      document.body.append(whole);
      return Math.max(0, whole.getBoundingClientRect().width - shownWidth);
    }),
  );
  expect(missing).toEqual([0, 0]);
  await context.close();
});
