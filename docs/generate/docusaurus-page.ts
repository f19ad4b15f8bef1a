import { markdownPlugins } from '../../src/config/known-plugins.ts';
import type { KnownPackage } from '../../src/docusaurus/plugins/plugin.ts';
import { knownPackages, knownWords } from '../../src/docusaurus/plugins/supported.ts';
import { escapeMarkdown, formatCode, GENERATED, writeMarkdownTable } from './tables.ts';

const verdicts: Record<KnownPackage['verdict'], string> = {
  works: 'works',
  changed: 'works in another way',
  'nothing-to-do': 'not needed',
  'left-out': 'left out',
};

export function writeDocusaurusPage(): string {
  const order = Object.keys(verdicts);
  const describe = ({ verdict, why }: KnownPackage) => [verdicts[verdict], escapeMarkdown(why)];
  const packages = Object.entries(knownPackages)
    .toSorted(([, one], [, other]) => order.indexOf(one.verdict) - order.indexOf(other.verdict))
    .map(([name, knownPackage]) => [formatCode(name), ...describe(knownPackage)]);
  const words = knownWords.map(({ words, knownPackage }) => [
    words.map(formatCode).join(', '),
    ...describe(knownPackage),
  ]);
  const builtIn = Object.keys(markdownPlugins).map(formatCode).join(', ');
  return `---
title: Plugins of Docusaurus
description: Every plugin and theme of Docusaurus that is supported or refused by name, with the reason.
sidebar_position: 9
---

${GENERATED}

[\`adopt\`](../authors/7-move-from-docusaurus.md) reports each plugin of a site with its line. The classic preset is read as the plugins that it contains.

${writeMarkdownTable(['Package', 'Here', 'How or why'], packages)}

Other packages are recognised by a word in their name:

${writeMarkdownTable(['A name with', 'Here', 'How or why'], words)}

An unknown package, or a plugin of the site itself, can define import aliases (\`configureWebpack\`) and \`configurePostCss\`. A theme of the site itself brings its components (\`getThemePath\`). The report names other methods.

These plugins for Markdown are built in, and need not be installed: ${builtIn}. Others run as they are, and the site installs them.
`;
}
