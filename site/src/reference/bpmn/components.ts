import type { SiteComponent } from 'gatehouse/sections';
import { figure, svgElement } from '../drawing/svg.ts';
import { isRefusal, refusal, required, unknownName, unknownProps } from '../requests.ts';
import { describeProcess } from './describe.ts';
import { drawProcess } from './draw.ts';
import { sizeOf } from './geometry.ts';
import { type BpmnNode, parseBpmn } from './model.ts';
import { nodeShape } from './shapes.ts';

/** `<Process file="purchase-request" caption="The process Purchase request" />` */
export const processDrawing: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['file', 'caption']);
  if (wrong) return wrong;
  const file = required(props, 'file');
  const caption = required(props, 'caption');
  if (isRefusal(file)) return file;
  if (isRefusal(caption)) return caption;
  if (!/^[\w-]+$/.test(file))
    return refusal(`"${file}" is no name of a file: letters, digits and dashes only.`);
  const path = `_data/processes/${file}.bpmn`;
  const model = host.data(path, parseBpmn);
  if (model === undefined) return refusal(`There is no file docs/${path}.`);
  if (typeof model === 'string') return refusal(`docs/${path} cannot be drawn. ${model}`);
  const { width, height, children } = drawProcess(model);
  const id = uniqueId(host.said, `process-${file}`);
  return [
    {
      element: figure({
        id,
        title: caption,
        description: describeProcess(model),
        caption,
        width,
        height,
        children,
      }),
    },
  ];
};

/** One drawn sign with its name for those who do not see it: `<BpmnSymbol name="exclusive-gateway" />`. */
export const bpmnSymbol: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['name']);
  if (wrong) return wrong;
  const name = required(props, 'name');
  if (isRefusal(name)) return name;
  const sign = Object.hasOwn(signs, name) ? signs[name] : undefined;
  if (!sign) return unknownName('symbol', name, Object.keys(signs));
  const node: BpmnNode = { id: name, name: '', throws: false, multiple: false, ...sign };
  const { width, height } = sizeOf(node.kind);
  const id = uniqueId(host.said, `symbol-${name}`);
  const title = name.replaceAll('-', ' ');
  return [
    {
      element: figure({
        id,
        title: `Symbol: ${title}`,
        description: `How the Designer draws ${title}.`,
        caption: '',
        width: width + 4,
        height: height + 4,
        children: [
          svgElement('g', {}, [
            nodeShape(node, { x: 2, y: 2, width, height }, { top: false, bottom: false }),
          ]),
        ],
      }),
    },
  ];
};

const signs: Record<string, Pick<BpmnNode, 'kind'> & Partial<BpmnNode>> = {
  task: { kind: 'task' },
  'user-task': { kind: 'userTask' },
  'manual-task': { kind: 'manualTask' },
  'script-task': { kind: 'scriptTask' },
  'send-task': { kind: 'sendTask' },
  'receive-task': { kind: 'receiveTask' },
  'service-task': { kind: 'serviceTask' },
  'business-rule-task': { kind: 'businessRuleTask' },
  'multiple-instance-task': { kind: 'task', multiple: true },
  'sub-process': { kind: 'subProcess' },
  'exclusive-gateway': { kind: 'exclusiveGateway' },
  'parallel-gateway': { kind: 'parallelGateway' },
  'inclusive-gateway': { kind: 'inclusiveGateway' },
  'start-event': { kind: 'startEvent' },
  'start-timer-event': { kind: 'startEvent', trigger: 'timer' },
  'start-message-event': { kind: 'startEvent', trigger: 'message' },
  'start-conditional-event': { kind: 'startEvent', trigger: 'conditional' },
  'start-signal-event': { kind: 'startEvent', trigger: 'signal' },
  'intermediate-send-message-event': { kind: 'intermediateThrowEvent', trigger: 'message', throws: true },
  'intermediate-receive-message-event': { kind: 'intermediateCatchEvent', trigger: 'message' },
  'intermediate-email-event': { kind: 'intermediateThrowEvent', trigger: 'message', throws: true },
  'intermediate-timer-event': { kind: 'intermediateCatchEvent', trigger: 'timer' },
  'intermediate-conditional-event': { kind: 'intermediateCatchEvent', trigger: 'conditional' },
  'intermediate-signal-event': { kind: 'intermediateCatchEvent', trigger: 'signal' },
  'end-event': { kind: 'endEvent' },
  'end-email-event': { kind: 'endEvent', trigger: 'message', throws: true },
  'end-message-event': { kind: 'endEvent', trigger: 'message', throws: true },
  'terminate-end-event': { kind: 'endEvent', trigger: 'terminate' },
  'error-end-event': { kind: 'endEvent', trigger: 'error', throws: true },
  'signal-end-event': { kind: 'endEvent', trigger: 'signal', throws: true },
  'data-object': { kind: 'dataObjectReference' },
  'data-store': { kind: 'dataStoreReference' },
};

/** A drawing can stand on a page twice. */
function uniqueId(said: Map<string, string>, wished: string): string {
  let id = wished;
  for (let count = 2; said.has(`id ${id}`); count += 1) id = `${wished}-${count}`;
  said.set(`id ${id}`, id);
  return id;
}
