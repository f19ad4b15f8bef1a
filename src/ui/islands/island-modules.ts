import { docsModules } from '../../markdown/modules/docs-client.ts';
import { docusaurusModules, type Modules } from '../../markdown/modules/docusaurus.ts';
import {
  IslandAdmonition,
  IslandCards,
  IslandCode,
  IslandDetails,
  IslandDiagram,
  IslandHeading,
  IslandImage,
  IslandInlineCode,
  IslandTabItem,
  IslandTabs,
  IslandThemedImage,
  islandElements,
} from '../../markdown/modules/island-theme.ts';
import { frameModules } from '../../markdown/modules/page-frame.ts';
import { themeCommonModules } from '../../markdown/modules/theme-common.ts';

/** The modules of Docusaurus, as islands in the browser have them. */
export const islandModules: Modules = {
  '@theme/Admonition': { default: IslandAdmonition },
  '@theme/CodeBlock': { default: IslandCode },
  '@theme/CodeInline': { default: IslandInlineCode },
  '@theme/Details': { default: IslandDetails },
  '@theme/MDXComponents/Details': { default: IslandDetails },
  '@theme/DocCardList': { default: IslandCards },
  '@theme/DocCard': { default: IslandCards },
  '@theme/Heading': { default: IslandHeading },
  '@theme/IdealImage': { default: IslandImage },
  '@theme/Mermaid': { default: IslandDiagram },
  '@theme/TabItem': { default: IslandTabItem },
  '@theme/Tabs': { default: IslandTabs },
  '@theme/ThemedImage': { default: IslandThemedImage },
  ...Object.fromEntries(
    Object.entries(islandElements).map(([name, made]) => [`@theme/MDXComponents/${name}`, { default: made }]),
  ),
  ...frameModules,
  ...docusaurusModules,
  ...docsModules,
  ...themeCommonModules,
};
