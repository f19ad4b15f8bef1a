import { type BpmnElement, BpmnModdle } from 'bpmn-moddle';
import { Linter } from 'bpmnlint';
import NodeResolver from 'bpmnlint/lib/resolver/node-resolver.js';
import type { Finding, Rule, SiteFile } from '../rule.ts';

const config = {
  extends: 'bpmnlint:recommended',
  rules: {
    // A branch of a gateway has a name if the name says more than the diagram. A join needs no name.
    'label-required': 'off',
    // The product has inclusive gateways.
    'no-inclusive-gateway': 'off',
    // Two ways into one task are allowed, and readers know them from the Designer.
    'fake-join': 'off',
  },
};

/** Every BPMN file is valid, passes a linter, and has a position in its diagram for each element. */
export const bpmnFiles: Rule = async ({ listFiles }) =>
  (await Promise.all(listFiles('docs/_data/processes', /\.bpmn$/).map(findProblems))).flat();

async function findProblems({ file, text }: SiteFile): Promise<Finding[]> {
  try {
    const { rootElement, elementsById, warnings } = await new BpmnModdle().fromXML(text);
    // Linter rules keep state, so each file gets its own.
    const linter = new Linter({ resolver: new NodeResolver(), config });
    const refusalMessage = 'The Designer draws no flow from a start event to a gateway or an end event.';
    const reportedProblems = Object.entries(await linter.lint(rootElement)).flatMap(([rule, reports]) =>
      reports.map(({ id, message }) => ({ id, message: `${message} (${rule}).` })),
    );
    const flows = Object.values(elementsById).filter(isRefusedFlow);
    return [
      ...warnings.map(({ message }) => ({ file, message: `The file is not plain BPMN 2.0: ${message}.` })),
      ...[...flows.map(({ id }) => ({ id, message: refusalMessage })), ...reportedProblems].map(
        ({ id, message }) => ({
          file,
          line: findLine(text, id),
          message: `${id}: ${message}`,
        }),
      ),
    ];
  } catch (error) {
    return [{ file, message: `The file cannot be read: ${error instanceof Error ? error.message : error}.` }];
  }
}

function isRefusedFlow({ sourceRef, targetRef }: BpmnElement): boolean {
  return sourceRef?.$type === 'bpmn:StartEvent' && /Gateway$|:EndEvent$/.test(targetRef?.$type ?? '');
}

function findLine(text: string, id: string | undefined): number {
  const at = id === undefined ? -1 : text.indexOf(`id="${id}"`);
  return at === -1 ? 1 : text.slice(0, at).split('\n').length;
}
