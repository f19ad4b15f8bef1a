import type { PageRef } from '../../model/site.ts';
import type { BaseDoc } from '../documents/base-doc.ts';
import type { ProcessedItem } from './process-sidebars.ts';

/** A page in the reading order of a sidebar. */
type Step =
  | { kind: 'doc'; id: string; label?: string | undefined }
  | { kind: 'index'; path: string; label: string };

export interface Neighbours {
  previous?: PageRef | undefined;
  next?: PageRef | undefined;
}

type Docs = ReadonlyMap<string, BaseDoc>;

/** The pages of a sidebar in order: documents and category pages. Links, refs and HTML aren't included. */
export interface ReadingOrder {
  steps: readonly Step[];
  /** Neighbours of a document. Unlisted documents are skipped and have no neighbours. */
  findNeighboursOfDoc(id: string): Neighbours;
  /** Neighbours of a generated index page. As in Docusaurus, unlisted documents aren't skipped here. */
  findNeighboursOfIndex(path: string): Neighbours;
}

/** Creates the reading order of a sidebar. */
export function createReadingOrder(items: readonly ProcessedItem[], docs: Docs): ReadingOrder {
  const steps = collectSteps(items);
  const listedSteps = steps.filter((step) => step.kind !== 'doc' || !docs.get(step.id)?.unlisted);
  const docAt = indexFirst(listedSteps, (step) => (step.kind === 'doc' ? step.id : undefined));
  const indexAt = indexFirst(steps, (step) => (step.kind === 'index' ? step.path : undefined));
  return {
    steps,
    findNeighboursOfDoc: (id: string) => findNeighbours(listedSteps, docAt.get(id), docs),
    findNeighboursOfIndex: (path: string) => findNeighbours(steps, indexAt.get(path), docs),
  };
}

function collectSteps(items: readonly ProcessedItem[]): Step[] {
  return items.flatMap((item): Step[] => {
    if (item.type === 'doc') return [{ kind: 'doc', id: item.id, label: item.label }];
    if (item.type !== 'category') return [];
    const stepsBelow = collectSteps(item.items);
    if (!item.link) return stepsBelow;
    if (item.link.type === 'doc') return [{ kind: 'doc', id: item.link.id }, ...stepsBelow];
    return [{ kind: 'index', path: item.link.path, label: item.label }, ...stepsBelow];
  });
}

/** The index of the first step with each name. */
function indexFirst(steps: readonly Step[], nameOf: (step: Step) => string | undefined) {
  return new Map(steps.map((step, index) => [nameOf(step), index] as const).toReversed());
}

function findNeighbours(steps: readonly Step[], at: number | undefined, docs: Docs): Neighbours {
  if (at === undefined) return {};
  return { previous: resolveStep(steps[at - 1], docs), next: resolveStep(steps[at + 1], docs) };
}

function resolveStep(step: Step | undefined, docs: Docs): PageRef | undefined {
  if (step === undefined) return undefined;
  if (step.kind === 'index') return { path: step.path, title: step.label };
  const doc = docs.get(step.id);
  return doc && createPageRef(doc, step.label);
}

/** The title that previous and next links show for a document. */
export function createPageRef(doc: BaseDoc, itemLabel?: string): PageRef {
  const { pagination_label: paginationLabel, sidebar_label: sidebar } = doc.frontMatter;
  return { path: doc.path, title: paginationLabel ?? sidebar ?? itemLabel ?? doc.title };
}

/** Maps each document to its sidebar. A document in several sidebars belongs to the last one. */
export function assignSidebars(orders: ReadonlyMap<string, ReadingOrder>): Map<string, string> {
  const owner = new Map<string, string>();
  for (const [name, { steps }] of orders) {
    for (const step of steps) if (step.kind === 'doc') owner.set(step.id, name);
  }
  return owner;
}
