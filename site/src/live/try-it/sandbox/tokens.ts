import type { TokenAct } from '../../../reference/openapi/sandbox/behaviours.ts';
import { type Call, Refusal, type SandboxAnswer, toSample } from './call.ts';
import { isRecord } from './check-request.ts';

/** The documented grants, with the application and the password of the story. */
export function answerOfToken(call: Call, act: TokenAct): SandboxAnswer | Refusal {
  const { endpoint, request, world } = call;
  const { application, users, refresh } = world.story;
  const { state } = world;
  const sentFields = isRecord(request.body) ? request.body : request.parameters;
  const knowsSecret =
    sentFields.client_id === application.id && sentFields.client_secret === application.secret;
  switch (act) {
    case 'authorize':
      if (sentFields.client_id !== application.id) return new Refusal(400, 'invalid_client');
      return { status: endpoint.status, location: `${endpoint.base}${endpoint.path}` };
    case 'consent': {
      const callback = new URL(application.callback);
      if (sentFields.cancel !== undefined && sentFields.allow === undefined) {
        callback.searchParams.set('error', 'access_denied');
      } else {
        const code = world.uid().slice(0, CODE_LENGTH);
        state.codes.push(code);
        callback.searchParams.set('code', code);
      }
      return { status: endpoint.status, location: callback.href };
    }
    case 'code': {
      if (!knowsSecret) return new Refusal(400, 'invalid_client');
      const code = String(sentFields.code);
      const isGood = code === application.code || state.codes.includes(code);
      if (!isGood || state.ended.includes(code)) return new Refusal(400, 'invalid_grant');
      // A code works once.
      state.ended.push(code);
      return issueTokens(call, application.owner);
    }
    case 'password': {
      if (!knowsSecret) return new Refusal(400, 'invalid_client');
      const user = users.find(({ name }) => name === sentFields.username);
      if (!user || sentFields.password !== application.password || user.status === 'INACTIVE')
        return new Refusal(401, 'invalid_grant');
      return issueTokens(call, user.uid);
    }
    case 'refresh': {
      if (!knowsSecret) return new Refusal(400, 'invalid_client');
      const token = String(sentFields.refresh_token);
      const user = state.refresh[token] ?? refresh[token];
      if (user === undefined || state.ended.includes(token)) return new Refusal(400, 'invalid_grant');
      state.ended.push(token);
      return issueTokens(call, user);
    }
    case 'application':
      return knowsSecret ? issueTokens(call, application.owner) : new Refusal(400, 'invalid_client');
    case 'end': {
      const token = String(request.parameters.token);
      state.ended.push(token);
      return toSample(endpoint);
    }
  }
}

const CODE_LENGTH = 40;

/** Issues a pair of tokens, or an access token alone if the sample has no other. */
function issueTokens({ endpoint, world }: Call, user: string): SandboxAnswer {
  const { status, answer } = endpoint;
  const sample = answer.kind === 'json' && isRecord(answer.example) ? answer.example : {};
  const token = `${world.uid()}${world.uid()}`.slice(0, CODE_LENGTH);
  world.state.tokens[token] = { user };
  if (!('refresh_token' in sample)) return { status, body: { ...sample, access_token: token } };
  const refresh = `${world.uid()}${world.uid()}`.slice(0, CODE_LENGTH);
  world.state.refresh[refresh] = user;
  return { status, body: { ...sample, access_token: token, refresh_token: refresh } };
}
