import type { CaseAct } from '../../../reference/openapi/sandbox/behaviours.ts';
import { type Call, Refusal, readSample, type SandboxAnswer, toSample } from './call.ts';
import { isRecord } from './check-request.ts';
import { listLike } from './fill.ts';
import { readPaging, readSentValue } from './query.ts';
import type { StoryCase } from './story.ts';

const ofOne: readonly CaseAct[] = ['variable', 'rows', 'replace variable', 'remove variable'];

/** The variables of a case, all or one; `undefined` where the act is another one's. */
export function answerOfVariables(
  call: Call,
  act: CaseAct,
  one: StoryCase,
): SandboxAnswer | Refusal | 'changed' | undefined {
  const { endpoint, request } = call;
  const name = readSentValue(call, 'variable') ?? '';
  const body = request.body;
  const value = isRecord(body) && name in body ? body[name] : body;
  if (ofOne.includes(act) && !(name in one.variables)) return new Refusal(400, 'no variable', name);
  switch (act) {
    case 'variables':
      return { ...toSample(endpoint), body: one.variables };
    case 'write variables':
      Object.assign(one.variables, isRecord(body) ? body : {});
      one.title = String(one.variables.requestTitle ?? one.title);
      return 'changed';
    case 'variable': {
      const label = `${name}_label`;
      const labels = label in one.variables ? { [label]: one.variables[label] } : {};
      return { ...toSample(endpoint), body: { [name]: one.variables[name], ...labels } };
    }
    case 'rows': {
      const rows = Object.values(Object(one.variables[name]));
      return { ...toSample(endpoint), body: listLike(readSample(endpoint) ?? [], rows, readPaging(call)) };
    }
    case 'set variable': {
      if (name in one.variables) return new Refusal(400, 'variable exists', name);
      one.variables[name] = value;
      call.world.state.cases[one.uid] = one;
      return { ...toSample(endpoint), body: { [name]: value } };
    }
    case 'replace variable':
      one.variables[name] = value;
      return 'changed';
    case 'remove variable':
      removeRows(one, name, request.parameters.keys);
      return 'changed';
    default:
      return undefined;
  }
}

/** Removes some rows of a grid, or the whole variable. */
function removeRows({ variables }: StoryCase, name: string, keys: unknown): void {
  const rows = variables[name];
  const removedNames: string[] = String(keys ?? '').match(/\w+/g) ?? [];
  if (removedNames.length === 0 || !isRecord(rows)) delete variables[name];
  else
    variables[name] = Object.fromEntries(Object.entries(rows).filter(([key]) => !removedNames.includes(key)));
}
