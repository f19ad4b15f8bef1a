import type { PageRef } from '../model/site.ts';
import type { BaseDoc } from './base-doc.ts';
import type { ProcessedItem } from './process-sidebars.ts';

/** One page of a sidebar's reading order. */
type Step =
  | { kind: 'doc'; id: string; label?: string | undefined }
  | { kind: 'index'; path: string; label: string };

export interface Neighbours {
  previous?: PageRef | undefined;
  next?: PageRef | undefined;
}

type Docs = ReadonlyMap<string, BaseDoc>;

/** All pages of a sidebar in order: documents and category pages; links, refs and HTML are none. */
export type ReadingOrder = ReturnType<typeof readingOrder>;

export function readingOrder(items: readonly ProcessedItem[], docs: Docs) {
  const steps = stepsOf(items);
  const listed = steps.filter((step) => step.kind !== 'doc' || !docs.get(step.id)?.unlisted);
  const docAt = firstIndexes(listed, (step) => (step.kind === 'doc' ? step.id : undefined));
  const indexAt = firstIndexes(steps, (step) => (step.kind === 'index' ? step.path : undefined));
  return {
    steps,
    /** The pages on both sides of a document; unlisted documents are passed over, and have none. */
    aroundDoc: (id: string) => around(listed, docAt.get(id), docs),
    /** The same for a generated index page; here Docusaurus does not pass over unlisted documents. */
    aroundIndex: (path: string) => around(steps, indexAt.get(path), docs),
  };
}

function stepsOf(items: readonly ProcessedItem[]): Step[] {
  return items.flatMap((item): Step[] => {
    if (item.type === 'doc') return [{ kind: 'doc', id: item.id, label: item.label }];
    if (item.type !== 'category') return [];
    const below = stepsOf(item.items);
    if (!item.link) return below;
    if (item.link.type === 'doc') return [{ kind: 'doc', id: item.link.id }, ...below];
    return [{ kind: 'index', path: item.link.path, label: item.label }, ...below];
  });
}

/** Where each name stands first: the first of two stays. */
function firstIndexes(steps: readonly Step[], nameOf: (step: Step) => string | undefined) {
  return new Map(steps.map((step, at) => [nameOf(step), at] as const).toReversed());
}

function around(steps: readonly Step[], at: number | undefined, docs: Docs): Neighbours {
  if (at === undefined) return {};
  return { previous: pageOf(steps[at - 1], docs), next: pageOf(steps[at + 1], docs) };
}

function pageOf(step: Step | undefined, docs: Docs): PageRef | undefined {
  if (step === undefined) return undefined;
  if (step.kind === 'index') return { path: step.path, title: step.label };
  const doc = docs.get(step.id);
  return doc && pageRef(doc, step.label);
}

/** How other pages name a document in their previous and next links. */
export function pageRef(doc: BaseDoc, itemLabel?: string): PageRef {
  const { pagination_label: own, sidebar_label: sidebar } = doc.frontMatter;
  return { path: doc.path, title: own ?? sidebar ?? itemLabel ?? doc.title };
}

/** Document → the sidebar it belongs to: the last one that has it. */
export function sidebarOfDocs(orders: ReadonlyMap<string, ReadingOrder>): Map<string, string> {
  const owner = new Map<string, string>();
  for (const [name, { steps }] of orders) {
    for (const step of steps) if (step.kind === 'doc') owner.set(step.id, name);
  }
  return owner;
}
