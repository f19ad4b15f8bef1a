// The library has types of BPMN elements but not of its own functions. `read-bpmn.ts` lists the properties it reads.

declare module 'bpmn-moddle' {
  export interface BpmnElement {
    /** `bpmn:StartEvent` */
    $type: string;
    id: string;
    /** Flows only. */
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
