import type { Sign } from './model.ts';

/** Sizes of signs in pixels, as in the diagrams. */
export const sizes = {
  event: { width: 34, height: 34 },
  gateway: { width: 46, height: 46 },
  data: { width: 36, height: 46 },
  activity: { width: 112, height: 64 },
};

/** Every element that the site draws, by the name that articles use. */
export const signs = {
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
  'intermediate-send-message-event': { kind: 'intermediateThrowEvent', trigger: 'message' },
  'intermediate-receive-message-event': { kind: 'intermediateCatchEvent', trigger: 'message' },
  'intermediate-email-event': { kind: 'intermediateThrowEvent', trigger: 'message' },
  'intermediate-timer-event': { kind: 'intermediateCatchEvent', trigger: 'timer' },
  'intermediate-conditional-event': { kind: 'intermediateCatchEvent', trigger: 'conditional' },
  'intermediate-signal-event': { kind: 'intermediateCatchEvent', trigger: 'signal' },
  'end-event': { kind: 'endEvent' },
  'end-email-event': { kind: 'endEvent', trigger: 'message' },
  'end-message-event': { kind: 'endEvent', trigger: 'message' },
  'terminate-end-event': { kind: 'endEvent', trigger: 'terminate' },
  'error-end-event': { kind: 'endEvent', trigger: 'error' },
  'signal-end-event': { kind: 'endEvent', trigger: 'signal' },
  'data-object': { kind: 'dataObjectReference' },
  'data-store': { kind: 'dataStoreReference' },
} satisfies Readonly<Record<string, Sign>>;
