// The library brings types of the elements, and none of its own. `read-bpmn.ts` says what it reads of them.

declare module 'bpmn-moddle' {
  export class BpmnModdle {
    fromXML(xml: string): Promise<{ rootElement: object; warnings: { message: string }[] }>;
  }
}
