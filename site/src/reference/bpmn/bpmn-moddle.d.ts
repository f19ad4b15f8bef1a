// The library brings types of the elements, and none of its own. `read-bpmn.ts` says what it reads of them.

declare module 'bpmn-moddle' {
  export interface BpmnElement {
    /** `bpmn:StartEvent` */
    $type: string;
    id: string;
    /** Of a flow. */
    sourceRef?: BpmnElement;
    targetRef?: BpmnElement;
  }

  export class BpmnModdle {
    fromXML(xml: string): Promise<{
      rootElement: object;
      elementsById: Record<string, BpmnElement>;
      warnings: { message: string }[];
    }>;
  }
}
