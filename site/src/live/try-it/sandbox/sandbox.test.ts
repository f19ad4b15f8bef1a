import { expect, test } from 'vitest';
import { ApiValidator } from '../../../../checks/api-validator.ts';
import { manualData } from '../../../../testing/manual.ts';
import { newSandbox, sandboxEndpoints } from '../../../../testing/sandbox.ts';
import { findEndpoint } from '../../../reference/openapi/endpoints.ts';
import { makeKey, makeRequest, sampleValues, WHOLE_BODY } from './request.ts';
import { suggestRequest } from './suggest.ts';

const { api } = manualData;
const validator = new ApiValidator(api);

/** Violations of the endpoint's schema in an answer. */
function findFaults(id: string, status: number, body: unknown): string[] {
  const endpoint = findEndpoint(api, id);
  const schema = endpoint?.responses[status]?.content?.['application/json']?.schema;
  return schema ? validator.findFaults(body, schema).map((fault) => `${id}: ${fault}`) : [];
}

/** The values of an endpoint without those that narrow a list. */
function unfiltered(id: string): Record<string, string> {
  const endpoint = sandboxEndpoints.find((one) => one.id === id);
  const narrow =
    endpoint?.parameters.filter(({ in: place, required }) => place === 'query' && !required) ?? [];
  return Object.fromEntries(narrow.map(({ name }) => [`query ${name}`, '']));
}

const message = (body: unknown): string => Object(body).error?.message;

test('every endpoint answers its sample request with its own status, and by its schema', () => {
  expect(sandboxEndpoints).toHaveLength(433);
  for (const { id, status } of sandboxEndpoints) {
    const { send } = newSandbox();
    const answer = send(id);
    expect([id, answer.status, answer.body]).toEqual([id, status, answer.body]);
    expect(findFaults(id, answer.status, answer.body)).toEqual([]);
  }
});

test('all samples one after the other, the second time too, are answered by a schema or refused in words', () => {
  const { send } = newSandbox();
  for (const { id } of [...sandboxEndpoints, ...sandboxEndpoints]) {
    const { status, body } = send(id);
    if (status < 400) expect(findFaults(id, status, body)).toEqual([]);
    else expect([id, Object(body).error]).not.toContain(undefined);
  }
});

test('every answer to a case that a reader started has its schema', () => {
  const { send } = newSandbox();
  const { app_uid: uid, app_number: number } = Object(send('startCase').body);
  for (const { id, parameters, does } of sandboxEndpoints) {
    if (does.kind !== 'case' && does.kind !== 'cases') continue;
    const expectedVariables = Object.fromEntries(
      parameters.flatMap(({ name }) =>
        name === 'app_uid'
          ? [['path app_uid', uid]]
          : name === 'app_number'
            ? [['path app_number', String(number)]]
            : [],
      ),
    );
    const { status, body } = send(id, expectedVariables);
    if (status < 400) expect(findFaults(id, status, body)).toEqual([]);
  }
});

test('the story: a case is started, found, routed, and keeps its variables, notes and documents', () => {
  const { send } = newSandbox();
  const list = (id: string, user: string) => Object(send(id, unfiltered(id), user).body).data;
  const startedCase = Object(send('startCase', {}, 'maria.lopez').body);
  const here = { 'path app_uid': startedCase.app_uid };
  expect(startedCase.app_number).toBe(1212);
  const drafts = list('listDraftsForHomeScreen', 'maria.lopez');
  expect(drafts).toContainEqual(expect.objectContaining({ APP_NUMBER: 1212, TAS_TITLE: 'Request purchase' }));
  expect(send('readCase', here, 'maria.lopez').body).toMatchObject({
    app_number: 1212,
    app_status: 'DRAFT',
    app_name: 'Calipers and micrometers for line 2',
    current_task: [{ usr_name: 'Maria Lopez', del_index: 1 }],
  });

  const variables = { [WHOLE_BODY]: JSON.stringify({ totalAmount: 7200, decision: 'approved' }) };
  expect(send('writeVariablesOfCase', { ...here, ...variables }, 'maria.lopez').status).toBe(200);
  expect(send('readAllVariablesOfCase', here, 'maria.lopez').body).toMatchObject({
    totalAmount: 7200,
    costCenter: 'CC-100',
  });
  send('addCaseNote', { ...here, 'body note_content': 'Please be quick.' }, 'maria.lopez');
  const notes = send(
    'listCaseNotes',
    { ...here, 'query search': 'quick', 'query usr_uid': '' },
    'ingrid.voss',
  ).body;
  expect(notes).toMatchObject([{ note_content: 'Please be quick.', usr_username: 'maria.lopez' }]);
  const uploaded = Object(send('uploadInputDocument', here, 'maria.lopez').body);
  expect(send('listInputDocumentsOfCase', here, 'maria.lopez').body).toMatchObject([
    { app_doc_uid: uploaded.app_doc_uid, app_doc_filename: 'cedar-metrology-quote.pdf' },
  ]);

  const route = (user: string, index: number) =>
    send('routeCase', { ...here, 'body del_index': String(index) }, user).status;
  expect(route('maria.lopez', 1)).toBe(200);
  const inbox = list('listInbox', 'ingrid.voss');
  expect(inbox[0]).toMatchObject({
    APP_NUMBER: 1212,
    TAS_TITLE: 'Approve request',
    SEND_BY_INFO: { user_tooltip: { usr_username: 'maria.lopez' } },
  });
  expect(route('maria.lopez', 2)).toBe(400);
  expect(route('ingrid.voss', 2)).toBe(200);
  const pending = Object(
    send('listPendingTasksOfCase', { 'path app_number': '1212' }, 'ingrid.voss').body,
  ).data;
  expect(pending).toMatchObject([{ TAS_TITLE: 'Approve budget' }]);
  expect(route(pending[0].USR_USERNAME, 3)).toBe(200);
  const open = list('listUnassignedTasksForHomeScreen', 'peter.novak');
  expect(open).toContainEqual(expect.objectContaining({ APP_NUMBER: 1212, TAS_TITLE: 'Place order' }));
  expect(send('claimCase', here, 'peter.novak').status).toBe(200);
  const document = Object(
    send('generateOutputDocument', { ...here, 'path del_index': '4' }, 'peter.novak').body,
  );
  expect(send('listOutputDocumentsOfCase', here, 'peter.novak').body).toMatchObject([
    { app_doc_uid: document.app_doc_uid },
  ]);
  expect(route('peter.novak', 4)).toBe(200);
  expect(send('readCase', here, 'maria.lopez').body).toMatchObject({
    app_status: 'COMPLETED',
    current_task: [],
  });
  const again = send('routeCase', { ...here, 'body del_index': '4' }, 'peter.novak');
  expect(again).toMatchObject({ status: 400, body: { error: { code: 400 } } });
  expect(message(again.body)).toBe('Bad Request: The case is already completed.');
});

test('a condition of the process decides: below 5,000 no budget is asked for, and a refusal ends the case', () => {
  const findReached = (variables: Record<string, unknown>) => {
    const { send } = newSandbox();
    const here = { 'path app_uid': Object(send('startCase', {}, 'maria.lopez').body).app_uid };
    send('writeVariablesOfCase', { ...here, [WHOLE_BODY]: JSON.stringify(variables) }, 'maria.lopez');
    send('routeCase', { ...here, 'body del_index': '1' }, 'maria.lopez');
    send('routeCase', { ...here, 'body del_index': '2' }, 'ingrid.voss');
    const { app_status, current_task } = Object(send('readCase', here, 'maria.lopez').body);
    return [app_status, current_task.map((task: { tas_title: string }) => task.tas_title)];
  };
  expect(findReached({ decision: 'approved', totalAmount: 400 })).toEqual(['TO_DO', ['Place order']]);
  expect(findReached({ decision: 'rejected', totalAmount: 400 })).toEqual(['COMPLETED', []]);
});

test('users, groups, roles and whatever has an address are kept, changed, listed and gone', () => {
  const { send } = newSandbox();
  const group = Object(send('createGroup', { 'body grp_title': 'Auditors of the year' }).body);
  const there = { 'path grp_uid': group.grp_uid };
  expect(send('createGroup', { 'body grp_title': 'Auditors of the year' }).status).toBe(400);
  send('addUserToGroup', there);
  expect(send('addUserToGroup', there).status).toBe(400);
  const members = () => send('listUsersOfGroup', { ...there, 'query filter': '' }).body;
  expect(members()).toMatchObject([{ usr_username: 'hugo.lindqvist' }]);
  send('updateUser', {
    'path usr_uid': '9ba27e6f01cf65e8ca9abc19786cc222',
    'body usr_firstname': 'Hugo Alexander',
  });
  expect(members()).toMatchObject([{ usr_firstname: 'Hugo Alexander' }]);
  expect(send('removeUserFromGroup', there).status).toBe(200);
  expect(members()).toEqual([]);
  send('updateGroup', { ...there, 'body grp_title': 'Auditors' });
  const titles = () =>
    Object(send('listGroups', { 'query filter': '' }).body).map(
      ({ grp_title }: { grp_title: string }) => grp_title,
    );
  expect(titles()).toContain('Auditors');
  expect(send('deleteGroup', there).status).toBe(200);
  expect(titles()).not.toContain('Auditors');
  expect(send('readGroup', there).status).toBe(400);

  const trigger = Object(send('createTrigger').body);
  const triggerFields = { 'path tri_uid': trigger.tri_uid, 'body tri_title': 'Mine' };
  send('updateTrigger', triggerFields);
  expect(send('readTrigger', { 'path tri_uid': trigger.tri_uid }).body).toMatchObject({ tri_title: 'Mine' });
});

test('a role decides what its users may do, and loses it with the permission', () => {
  const { send } = newSandbox();
  const denial = send('createUser', {}, 'maria.lopez');
  expect([denial.status, message(denial.body)]).toEqual([
    401,
    'Unauthorized: The role of the user lacks the permission PM_USERS.',
  ]);
  expect(send('createUser', {}, 'grace.chen').status).toBe(201);
  expect(send('readCase', {}, 'hugo.lindqvist').status).toBe(403);
});

test('tokens come by each grant, are good at once, and end', () => {
  const { send, call, world } = newSandbox();
  const listGroups = sandboxEndpoints.find(({ id }) => id === 'listGroups');
  if (!listGroups) throw new Error('There is no endpoint for groups.');
  for (const grant of [
    'exchangeAuthorizationCodeForTokens',
    'getTokensWithPassword',
    'refreshTokens',
    'getTokenForApplication',
  ]) {
    const { access_token: token } = Object(send(grant).body);
    expect(Object.keys(world.state.tokens)).toContain(token);
    expect(send('expireAccessToken', { 'path token': token }).status).toBe(200);
    expect(world.state.ended).toContain(token);
  }
  expect(send('getTokensWithPassword', { 'body password': 'wrong' })).toMatchObject({
    status: 401,
    body: { error: 'invalid_grant' },
  });
  expect(send('refreshTokens')).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(call(listGroups, {}, undefined).status).toBe(200);
});

test('what every endpoint refuses: what is missing, not accepted, no uid, unknown, or too much', () => {
  const { send, world } = newSandbox();
  const readRefusal = (id: string, instead: Record<string, string>) => {
    const { status, body } = send(id, instead);
    return [status, message(body)];
  };
  expect(readRefusal('createGroup', { 'body grp_title': '' })).toEqual([
    400,
    'Bad Request: The field grp_title is missing or empty.',
  ]);
  expect(readRefusal('createGroup', { 'body grp_status': 'AWAY' })[0]).toBe(400);
  expect(readRefusal('readUser', { 'path usr_uid': 'maria' })[1]).toContain('32 characters');
  expect(readRefusal('readUser', { 'path usr_uid': 'f'.repeat(32) })[1]).toContain('Nothing has the UID');
  // Its page says that it answers every error with 401.
  expect(readRefusal('listCaseNotes', { 'path app_uid': 'f'.repeat(32) })[0]).toBe(401);
  const before = JSON.stringify(world.state);
  const longText = JSON.stringify({ comments: 'x'.repeat(250_000) });
  expect(readRefusal('writeVariablesOfCase', { [WHOLE_BODY]: longText })[0]).toBe(413);
  expect(JSON.stringify(world.state)).toBe(before);
});

/** Values that each kind of limit refuses, and a part of the message. */
const refusedValues = {
  length: [(max: number) => 'x'.repeat(max + 1), 'characters.'],
  email: [() => 'nonsense', 'not an email address'],
  date: [() => 'never', 'YYYY-MM-DD'],
  datetime: [() => '2026-02-30 10:00:00', 'YYYY-MM-DD HH:MM:SS'],
  notPast: [() => '2026-03-11', 'in the past'],
  refersTo: [() => 'NOROLE', 'no role with the code or UID NOROLE'],
} as const;

test('the sandbox refuses what the reference says is not accepted: lengths, emails, dates, and unknown roles', () => {
  const limits: string[] = [];
  for (const { id, body } of sandboxEndpoints) {
    for (const field of body?.fields ?? []) {
      const kinds = Object.entries(refusedValues).filter(
        ([kind]) => field.format === kind || Object.hasOwn(field, kind),
      );
      for (const [kind, [makeValue, words]] of kinds) {
        const { status, body: answer } = newSandbox().send(id, {
          [makeKey(field)]: makeValue(field.length?.max ?? 0),
        });
        expect([id, field.name, status, message(answer)]).toEqual([
          id,
          field.name,
          400,
          expect.stringContaining(words),
        ]);
        limits.push(`${kind} of ${field.name}`);
      }
    }
  }
  expect([...new Set(limits)]).toEqual(
    expect.arrayContaining([
      'length of note_content',
      'length of usr_new_pass',
      'email of usr_email',
      'date of usr_due_date',
      'notPast of usr_due_date',
      'refersTo of usr_role',
      'datetime of tmrevn_next_run_date',
    ]),
  );
});

test('a value is unique exactly where the reference says so', () => {
  for (const { id, body, does } of sandboxEndpoints) {
    const words = findEndpoint(api, id)?.description ?? '';
    const unique = body?.fields.filter((field) => field.unique).map(({ name }) => name) ?? [];
    if (/(?<!not )\bunique\b/.test(words)) expect([id, unique]).not.toEqual([id, []]);
    if (does.kind !== 'collection' || does.act !== 'create' || unique.length === 0) continue;
    const { send } = newSandbox();
    expect([id, send(id).status]).toEqual([id, expect.toSatisfy((status: number) => status < 300)]);
    const again = send(id);
    expect([id, again.status, message(again.body)]).toEqual([
      id,
      400,
      expect.stringContaining(`${unique[0]} must`),
    ]);
  }
  const { send } = newSandbox();
  const create = (values: Record<string, string>) => {
    const { status, body } = send('createUser', values);
    return status === 400 ? message(body) : status;
  };
  expect(create({ 'body usr_username': 'maria.lopez' })).toBe(
    'Bad Request: The value of usr_username must be unique: maria.lopez exists already.',
  );
  expect(create({ 'body usr_username': 'Maria.Lopez' })).toContain('must be unique');
  expect(create({})).toBe(201);
  expect(create({ 'body usr_username': 'hugo.lind' })).toBe(201);
  // Hugo Lindqvist and Hugo Lind have the same first name, and may not have the same username.
  const newUsername = {
    'path usr_uid': '9ba27e6f01cf65e8ca9abc19786cc222',
    'body usr_username': 'hugo.lind',
  };
  expect(send('updateUser', newUsername).status).toBe(400);
  expect(send('updateUser', { ...newUsername, 'body usr_username': 'hugo.lindqvist' }).status).toBe(200);
});

test('a role that a reader creates can be given to users, until it is deleted', () => {
  const { send } = newSandbox();
  const create = (username: string) =>
    send('createUser', { 'body usr_username': username, 'body usr_role': 'INTERN' }).status;
  expect(create('first')).toBe(400);
  const { rol_uid: uid } = Object(send('createRole', { 'body rol_code': 'INTERN' }).body);
  expect(create('second')).toBe(201);
  expect(send('deleteRole', { 'path rol_uid': uid }).status).toBe(200);
  expect(create('third')).toBe(400);
});

test('suggests the sample at first, then the next request about the case that the reader started', () => {
  const { world, send, call } = newSandbox();
  const findById = (id: string) => {
    const endpoint = sandboxEndpoints.find((one) => one.id === id);
    if (!endpoint) throw new Error(`There is no endpoint ${id}.`);
    return endpoint;
  };
  const press = (id: string) => {
    const endpoint = findById(id);
    const { values, token } = suggestRequest(world, endpoint);
    return { values, user: world.story.tokens[token]?.user, ...sendSuggested(id, values, token) };
  };
  const sendSuggested = (id: string, values: Record<string, string>, token: string) => {
    const endpoint = findById(id);
    const { parameters, body } = makeRequest(endpoint, values);
    return call(endpoint, parameters, body, token);
  };
  for (const endpoint of sandboxEndpoints)
    expect(suggestRequest(world, endpoint).values).toEqual(sampleValues(endpoint));

  const { app_uid: uid } = Object(send('startCase').body);
  const route = press('routeCase');
  expect([route.status, route.values['path app_uid'], route.values['body del_index']]).toEqual([
    200,
    uid,
    '1',
  ]);
  const inbox = press('listInbox');
  expect(inbox.user).toBe(world.story.users.find(({ name }) => name === 'ingrid.voss')?.uid);
  expect(JSON.stringify(inbox.body)).toContain(uid);
  expect(press('addCaseNote').status).toBe(201);
  expect(press('readCase').body).toMatchObject({ app_uid: uid });
  expect(press('routeCase').status).toBe(200);
  expect(press('readCase').body).toMatchObject({ app_uid: uid });
  const claim = press('claimCase');
  expect([claim.status, claim.values['path app_uid']]).toEqual([200, uid]);
  expect(press('routeCase').status).toBe(200);
  // The case is completed, so the sample is back.
  expect(suggestRequest(world, findById('routeCase')).values).toEqual(sampleValues(findById('routeCase')));
});

test('the choice of tokens names each user once', () => {
  const { story } = newSandbox().world;
  const valid = Object.values(story.tokens).filter(({ expired }) => !expired);
  const users = valid.map(({ user }) => user);
  expect(users).toHaveLength(new Set(users).size);
  expect(users).toHaveLength(story.users.length);
});
