import { expect, test } from 'vitest';
import { findForeignIcons, findForeignScripts } from './foreign-scripts.ts';

test.each([
  [
    "const s = document.createElement('script');\ns.src = 'https://ads.example/a';",
    'https://ads.example/a',
    2,
  ],
  ['export default () => <script async src="//ads.example/b" />;', '//ads.example/b', 1],
  ["useScript('https://ads.example/c');", 'https://ads.example/c', 1],
  ["const url = 'https://ads.example/d.js';\nloadScript(url);", 'https://ads.example/d.js', 1],
])('finds a script of another host: %s', (code, address, line) => {
  expect(findForeignScripts(code)).toEqual([{ address, line }]);
});

test.each([
  ["<img src='https://img.example/a.js' />"],
  ["const s = document.createElement('script');\ns.src = '/own.js';"],
  ["document.createElement('script');\nfetch('https://api.example/data');"],
])('accepts code without one: %s', (code) => {
  expect(findForeignScripts(code)).toEqual([]);
});

const server = 'https://api.iconify.design';
test.each([
  [
    '@iconify/react',
    'import { Icon } from "@iconify/react";\nexport default () => <Icon icon="mdi:home" />;',
  ],
  [
    '@iconify/react',
    "import {\n  Icon,\n} from '@iconify/react';\nexport default () => <Icon icon={'mdi:home'} />;",
  ],
  ['iconify-icon', "import 'iconify-icon';\nexport default () => <iconify-icon icon='fa6-solid:house' />;"],
  ['@iconify-icon/react', "import { Icon } from '@iconify-icon/react';\nconst item = { icon: 'mdi:home' };"],
])('finds icons that %s loads from its server', (packageName, code) => {
  expect(findForeignIcons(code)).toEqual({ packageName, server });
});

test.each([
  [
    'data',
    'import { Icon } from "@iconify/react";\nimport home from "@iconify-icons/mdi/home";\n<Icon icon={home} />;',
  ],
  ['the offline package', 'import { Icon } from "@iconify/react/offline";\n<Icon icon="mdi:home" />;'],
  [
    'a set that is added',
    'import { Icon, addCollection } from "@iconify/react";\naddCollection(mdi);\n<Icon icon="mdi:home" />;',
  ],
  ['another package', 'import { Icon } from "./icon";\n<Icon icon="mdi:home" />;'],
])('accepts icons from %s', (_, code) => {
  expect(findForeignIcons(code)).toBeUndefined();
});
