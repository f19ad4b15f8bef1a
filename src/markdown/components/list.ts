import { accordion, accordions } from './accordion.ts';
import { badge } from './badge.ts';
import { card, cards } from './cards.ts';
import { column, columns } from './columns.ts';
import type { Component } from './component.ts';
import { figure } from './figure.ts';
import { fileTree } from './file-tree.ts';
import { keys } from './keys.ts';
import { step, steps } from './steps.ts';
import { glossary, preview, term } from './term.ts';

/** The engine's components by the name of their element: `<FileTree>`. */
export const engineComponents: Readonly<Record<string, Component>> = {
  Accordion: accordion,
  Accordions: accordions,
  Badge: badge,
  Card: card,
  Cards: cards,
  Column: column,
  Columns: columns,
  Figure: figure,
  FileTree: fileTree,
  Glossary: glossary,
  Kbd: keys,
  Preview: preview,
  Step: step,
  Steps: steps,
  Term: term,
};

/** The engine's components by the name of their directive: `:::file-tree`, `:kbd[Esc]`. */
export const directiveComponents: ReadonlyMap<string, Component> = new Map(
  Object.entries(engineComponents).map(([name, component]) => [
    name.replace(/\B(?=[A-Z])/g, '-').toLowerCase(),
    component,
  ]),
);
