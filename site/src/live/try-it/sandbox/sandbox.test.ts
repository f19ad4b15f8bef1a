import { expect, test } from 'vitest';
import { ApiValidator } from '../../../../checks/api-validator.ts';
import { manualData } from '../../../../testing/manual.ts';
import { createNewSandbox, sandboxEndpoints } from '../../../../testing/sandbox.ts';
import { findEndpoint } from '../../../reference/openapi/endpoints.ts';
import { createSampleValues, makeKey, makeRequest, type Values, WHOLE_BODY } from './request.ts';
import { suggestRequest } from './suggest.ts';

const { api } = manualData;
const manualStory = createNewSandbox().world.story;
const validator = new ApiValidator(api);

/** Violations of the endpoint's schema in an answer. */
function findFaults(id: string, status: number, body: unknown): string[] {
  const endpoint = findEndpoint(api, id);
  const schema = endpoint?.responses[status]?.content?.['application/json']?.schema;
  return schema ? validator.findFaults(body, schema).map((fault) => `${id}: ${fault}`) : [];
}

/** The values of an endpoint without those that narrow a list. */
function clearFilters(id: string): Record<string, string> {
  const endpoint = sandboxEndpoints.find((sandboxEndpoint) => sandboxEndpoint.id === id);
  const narrow =
    endpoint?.parameters.filter(({ in: place, required }) => place === 'query' && !required) ?? [];
  return Object.fromEntries(narrow.map(({ name }) => [`query ${name}`, '']));
}

const readMessage = (body: unknown): string => Object(body).error?.message;

test('every endpoint answers its sample request with its own status, and by its schema', () => {
  expect(sandboxEndpoints).toHaveLength(433);
  for (const { id, status } of sandboxEndpoints) {
    const { send } = createNewSandbox();
    const answer = send(id);
    expect([id, answer.status, answer.body]).toEqual([id, status, answer.body]);
    expect(findFaults(id, answer.status, answer.body)).toEqual([]);
  }
});

test('all samples one after the other, the second time too, are answered by a schema or refused in words', () => {
  const { send } = createNewSandbox();
  for (const { id } of [...sandboxEndpoints, ...sandboxEndpoints]) {
    const { status, body } = send(id);
    if (status < 400) expect(findFaults(id, status, body)).toEqual([]);
    else expect([id, Object(body).error]).not.toContain(undefined);
  }
});

test('every answer to a case that a reader started has its schema', () => {
  const { send } = createNewSandbox();
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
  const { send } = createNewSandbox();
  const list = (id: string, user: string) => Object(send(id, clearFilters(id), user).body).data;
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
  expect(readMessage(again.body)).toBe('Bad Request: The case is already completed.');
});

test('a condition of the process decides: below 5,000 no budget is asked for, and a refusal ends the case', () => {
  const findReached = (variables: Record<string, unknown>) => {
    const { send } = createNewSandbox();
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
  const { send } = createNewSandbox();
  const group = Object(send('createGroup', { 'body grp_title': 'Auditors of the year' }).body);
  const there = { 'path grp_uid': group.grp_uid };
  expect(send('createGroup', { 'body grp_title': 'Auditors of the year' }).status).toBe(400);
  send('addUserToGroup', there);
  expect(send('addUserToGroup', there).status).toBe(400);
  const listMembers = () => send('listUsersOfGroup', { ...there, 'query filter': '' }).body;
  expect(listMembers()).toMatchObject([{ usr_username: 'hugo.lindqvist' }]);
  send('updateUser', {
    'path usr_uid': '9ba27e6f01cf65e8ca9abc19786cc222',
    'body usr_firstname': 'Hugo Alexander',
  });
  expect(listMembers()).toMatchObject([{ usr_firstname: 'Hugo Alexander' }]);
  expect(send('removeUserFromGroup', there).status).toBe(200);
  expect(listMembers()).toEqual([]);
  send('updateGroup', { ...there, 'body grp_title': 'Auditors' });
  const listTitles = () =>
    Object(send('listGroups', { 'query filter': '' }).body).map(
      ({ grp_title }: { grp_title: string }) => grp_title,
    );
  expect(listTitles()).toContain('Auditors');
  expect(send('deleteGroup', there).status).toBe(200);
  expect(listTitles()).not.toContain('Auditors');
  expect(send('readGroup', there).status).toBe(400);

  const trigger = Object(send('createTrigger').body);
  const triggerFields = { 'path tri_uid': trigger.tri_uid, 'body tri_title': 'Mine' };
  send('updateTrigger', triggerFields);
  expect(send('readTrigger', { 'path tri_uid': trigger.tri_uid }).body).toMatchObject({ tri_title: 'Mine' });
});

test('a role decides what its users may do, and loses it with the permission', () => {
  const { send } = createNewSandbox();
  const denial = send('createUser', {}, 'maria.lopez');
  expect([denial.status, readMessage(denial.body)]).toEqual([
    401,
    'Unauthorized: The role of the user lacks the permission PM_USERS.',
  ]);
  expect(send('createUser', {}, 'grace.chen').status).toBe(201);
  expect(send('readCase', {}, 'hugo.lindqvist').status).toBe(403);
});

test('tokens come by each grant, are good at once, and end', () => {
  const { send, call, world } = createNewSandbox();
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

test('every endpoint refuses values that are missing, not accepted, no uid, unknown, or too many', () => {
  const { send, world } = createNewSandbox();
  const readRefusal = (id: string, instead: Record<string, string>) => {
    const { status, body } = send(id, instead);
    return [status, readMessage(body)];
  };
  expect(readRefusal('createGroup', { 'body grp_title': '' })).toEqual([
    400,
    'Bad Request: The field grp_title is missing or empty.',
  ]);
  expect(readRefusal('createGroup', { 'body grp_status': 'AWAY' })[0]).toBe(400);
  expect(readRefusal('readUser', { 'path usr_uid': 'maria' })[1]).toContain('32 characters');
  expect(readRefusal('readUser', { 'path usr_uid': 'f'.repeat(32) })[1]).toContain('Nothing has the UID');
  // The page of this endpoint says that it answers every error with 401.
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

test("the sandbox refuses what the reference says isn't accepted: lengths, emails, dates, and unknown roles", () => {
  const limits: string[] = [];
  for (const { id, body } of sandboxEndpoints) {
    for (const field of body?.fields ?? []) {
      const kinds = Object.entries(refusedValues).filter(
        ([kind]) => field.format === kind || Object.hasOwn(field, kind),
      );
      for (const [kind, [makeValue, words]] of kinds) {
        const { status, body: answer } = createNewSandbox().send(id, {
          [makeKey(field)]: makeValue(field.length?.max ?? 0),
        });
        expect([id, field.name, status, readMessage(answer)]).toEqual([
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
    const { send } = createNewSandbox();
    expect([id, send(id).status]).toEqual([id, expect.toSatisfy((status: number) => status < 300)]);
    const again = send(id);
    expect([id, again.status, readMessage(again.body)]).toEqual([
      id,
      400,
      expect.stringContaining(`${unique[0]} must`),
    ]);
  }
  const { send } = createNewSandbox();
  const create = (values: Record<string, string>) => {
    const { status, body } = send('createUser', values);
    return status === 400 ? readMessage(body) : status;
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

test.each([
  ['createRole', 'body rol_code', 'clerk', 'PURCHASING_AIDE'],
  ['createRole', 'body rol_code', 'PURCHASING AIDE', 'PURCHASING_2'],
  ['updateRole', 'body rol_code', 'clerk', 'PURCHASING_AIDE'],
  ['createPMTable', 'body pmt_tab_name', 'PMT', 'PMT_OFFICE'],
  ['createPMTable', 'body pmt_tab_name', 'pmt_office', 'PMT_OFFICE'],
  ['createProcessVariable', 'body var_name', '9lives', '_lives9'],
  ['createProcessVariable', 'body var_name', 'order number', 'orderNumber2'],
  ['createCalendar', 'body cal_work_days', '[1, 2]', '[1, 2, 3]'],
  ['updateCalendar', 'body cal_work_days', '[]', '[5, 6, 7]'],
])('%s refuses %s %s and accepts %s, as the rules of its article say', (id, name, refused, accepted) => {
  expect(createNewSandbox().send(id, { [name]: refused })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining(name.slice('body '.length)) } },
  });
  expect(createNewSandbox().send(id, { [name]: accepted }).status).toBeLessThan(300);
});

test('a role that a reader creates can be given to users, until it is deleted', () => {
  const { send } = createNewSandbox();
  const create = (username: string) =>
    send('createUser', { 'body usr_username': username, 'body usr_role': 'INTERN' }).status;
  expect(create('first')).toBe(400);
  const { rol_uid: uid } = Object(send('createRole', { 'body rol_code': 'INTERN' }).body);
  expect(create('second')).toBe(201);
  const there = { 'path rol_uid': uid };
  expect(send('listUsersOfRole', { ...there, 'query filter': '' }).body).toMatchObject([
    { usr_username: 'second' },
  ]);
  expect(readMessage(send('deleteRole', there).body)).toContain('The role has users');
  const [user] = Object(send('listUsersOfRole', { ...there, 'query filter': '' }).body);
  expect(send('giveRoleToUser', { 'body usr_uid': user.usr_uid }).status).toBe(201);
  expect(send('deleteRole', there).status).toBe(200);
  expect(create('third')).toBe(400);
});

const findUser = (username: string) => `${manualStory.users.find(({ name }) => name === username)?.uid}`;

test.each([
  [
    'deleteUser',
    { 'path usr_uid': findUser('ingrid.voss') },
    'The user has open cases and cannot be deleted.',
  ],
  [
    'deleteUser',
    { 'path usr_uid': findUser('maria.lopez') },
    'The user has open cases and cannot be deleted.',
  ],
  ['deleteGroup', { 'path grp_uid': '64793d492c7b95773828c2a0dfee6e59' }, 'The group is assigned to a task'],
  [
    'deleteDepartment',
    { 'path dep_uid': '819698cb46608b5b9c7f98b506e6a26e' },
    'has users or sub-departments',
  ],
  [
    'deleteDepartment',
    { 'path dep_uid': 'ab27f5a15fe60062ee28058751f5a390' },
    'has users or sub-departments',
  ],
  ['deleteRole', { 'path rol_uid': '680f24f201792930c6b8262f32647acb' }, 'is built in'],
  ['updateRole', { 'path rol_uid': '474ef83067f9dbd38852bf5dd03f6a76' }, 'is built in'],
  [
    'revokePermissionFromRole',
    { 'path rol_uid': '5a6a13657133fcbf03362a22a9a80a2e' },
    'keeps all its permissions',
  ],
  [
    'deleteProcessCategory',
    { 'path cat_uid': 'e01f17f011ad2788a9a4c7f4436b6daf' },
    'Processes use the category',
  ],
  ['deleteCalendar', { 'path cal_uid': '7c1fea7f5df3aad70a45c6d7c541ef81' }, 'use the calendar'],
  ['deleteEmailServer', { 'path mess_uid': '0bc9ddd492ddfe8f9fc701ec2e5b76d1' }, 'is the default'],
  ['deleteProcess', { 'path prj_uid': '812855eb99a370fda93c3c4a69e2ef4d' }, 'The process has cases'],
  ['deleteProcess', { 'path prj_uid': '38185065385d4260d8864edb5f61727c' }, 'The process has cases'],
  ['deleteDynaform', { 'path dyn_uid': '80a3f013e7e789cfc42a8c769673aff9' }, 'Another Dynaform uses'],
  [
    'deleteInputDocumentDefinition',
    { 'path inp_doc_uid': '79df099c3fa1e4800bfdaac4e0add319' },
    'uses the definition',
  ],
  [
    'deleteOutputDocumentDefinition',
    { 'path out_doc_uid': '4f136abc1ff303fdafd6e5d034150544' },
    'uses the definition',
  ],
  [
    'deleteProcessVariable',
    { 'path var_uid': '97f0a7187608c22b42835f455657dc43' },
    'A Dynaform uses the variable',
  ],
  ['deleteTrigger', { 'path tri_uid': '20bdb10e791e5b2e4b02ecc1ebee80a6' }, 'A step or an event uses'],
  ['assignUserToDepartment', { 'body usr_uid': findUser('maria.lopez') }, 'is assigned already'],
  ['setManagerOfDepartment', { 'path usr_uid': findUser('maria.lopez') }, 'is not assigned'],
])('%s refuses %o and accepts its sample', (id, inUse, words) => {
  const { send } = createNewSandbox();
  // The sample that creates names a thing of the story in some cases. That doesn't take the thing out of use.
  for (const { id: other, does } of sandboxEndpoints)
    if (does.kind === 'collection' && does.act === 'create') send(other);
  const { status, body } = send(id, inUse);
  expect([status, readMessage(body)]).toEqual([400, expect.stringContaining(words)]);
  const sampleAnswer = createNewSandbox().send(id);
  expect([sampleAnswer.status < 300, readMessage(sampleAnswer.body)]).toEqual([true, undefined]);
});

test('each endpoint that refuses to delete what is in use, as its description says, has a rule', () => {
  const { collections } = createNewSandbox().world;
  const withoutRule = sandboxEndpoints.filter(({ id, method, does }) => {
    const { description = '', responses = {} } = findEndpoint(api, id) ?? {};
    const words = `${description} ${responses['400']?.description ?? ''}`;
    return (
      method === 'DELETE' &&
      /\brefused\b|cannot be deleted|\b(?:uses?|depends)\b/.test(words) &&
      !(does.kind === 'collection' && collections[does.of]?.guard)
    );
  });
  expect(withoutRule.map(({ id }) => id)).toEqual([]);
});

test('a table has one row for a key, which its article inserts, changes, finds and deletes', () => {
  const { send } = createNewSandbox();
  const writeBody = (row: object) => ({ [WHOLE_BODY]: JSON.stringify(row) });
  const list = (q: string) => Object(send('listRowsOfPMTable', { 'query q': q }).body);
  expect(list('')).toMatchObject({ count: 4 });
  expect(readMessage(send('insertRow', writeBody({ CODE: 'SUP-011', NAME: 'Cedar' })).body)).toContain(
    'exists already',
  );
  expect(readMessage(send('insertRow', writeBody({ NAME: 'Cedar' })).body)).toContain('CODE is missing');
  expect(readMessage(send('updateRow', writeBody({ EMAIL: 'orders@cedar.example.com' })).body)).toContain(
    'CODE is missing',
  );
  expect(send('insertRow').status).toBe(201);
  expect(send('insertRow').status).toBe(400);
  expect(list('Willamette')).toMatchObject({ count: 1, rows: [{ code: 'SUP-031' }] });
  expect(send('updateRow').status).toBe(200);
  expect(list('Columbia').rows).toMatchObject([{ code: 'SUP-014', email: 'orders@columbia.example.com' }]);
  expect(send('deleteRowByOneKey', { 'path key1': 'NAME' }).status).toBe(400);
  expect(send('deleteRowByOneKey').status).toBe(200);
  expect(list('')).toMatchObject({ count: 4 });
  const leadTimes = { 'path pmt_uid': 'e70149dad52a71c89a4122e32743c7b2', 'query q': '' };
  const { count } = Object(send('listRowsOfPMTable', leadTimes).body);
  expect(send('deleteRowByTwoKeys').status).toBe(200);
  expect(send('listRowsOfPMTable', leadTimes).body).toMatchObject({ count: count - 1 });
});

test('a draft is deleted and not cancelled', () => {
  const { send } = createNewSandbox();
  const { app_uid: uid } = Object(send('startCase', {}, 'maria.lopez').body);
  const { status, body } = send('cancelCase', { 'path app_uid': uid });
  expect([status, readMessage(body)]).toEqual([400, expect.stringContaining('TO_DO')]);
});

test('articles show refusals to delete in the words of the sandbox', () => {
  const { messages } = manualStory;
  const refusals = manualData
    .listFiles('docs/LuranaBPA/Developer Info/RESTAPI', /\.mdx?$/)
    .flatMap(({ text }) => [...text.matchAll(/"message": "Bad Request: ([^"]*cannot be deleted\.)"/g)])
    .map(([, words]) => words);
  expect(refusals.length).toBeGreaterThan(1);
  expect(Object.values(messages)).toEqual(expect.arrayContaining(refusals));
});

test('a thing can be deleted after the remedy that its article names', () => {
  const { send } = createNewSandbox();
  const finance = { 'path dep_uid': '413f7bd6f7975105b7126964d572af7a' };
  for (const name of ['daniel.okafor', 'sofia.ruiz'])
    expect(send('removeUserFromDepartment', { ...finance, 'path usr_uid': findUser(name) }).status).toBe(200);
  expect(send('deleteDepartment', finance).status).toBe(200);

  const server = { 'path mess_uid': '0bc9ddd492ddfe8f9fc701ec2e5b76d1' };
  expect(send('deleteEmailServer', server).status).toBe(400);
  expect(send('updateEmailServer', { ...server, 'body mess_default': '0' }).status).toBe(200);
  expect(send('deleteEmailServer', server).status).toBe(200);

  const maria = { 'path usr_uid': findUser('maria.lopez') };
  expect(send('deleteCase', {}, 'maria.lopez').status).toBe(200);
  expect(send('deleteUser', maria).status).toBe(200);
});

const process = '812855eb99a370fda93c3c4a69e2ef4d';
const json = JSON.stringify;

/** The reader creates a thing, puts it to use with one request, and takes it out of use with another one. */
test.each<
  [
    string,
    [string, string, Values],
    (uid: string) => [string, Values],
    (uid: string) => [string, Values],
    string,
  ]
>([
  [
    'a group of a task',
    ['createGroup', 'grp_uid', { 'body grp_title': 'Testers' }],
    (uid) => ['assignUserOrGroup', { 'body aas_uid': uid }],
    (uid) => ['removeAssignee', { 'path aas_uid': uid }],
    'deleteGroup',
  ],
  [
    'a user of a task',
    ['createUser', 'usr_uid', { 'body usr_username': 'tester' }],
    (uid) => ['assignUserOrGroup', { 'body aas_uid': uid, 'body aas_type': 'user' }],
    (uid) => ['removeAssignee', { 'path aas_uid': uid }],
    'deleteUser',
  ],
  [
    'an ad hoc user',
    ['createUser', 'usr_uid', { 'body usr_username': 'tester' }],
    (uid) => ['addAdHocAssignee', { 'body ada_uid': uid, 'body ada_type': 'user' }],
    (uid) => ['removeAdHocAssignee', { 'path ada_uid': uid }],
    'deleteUser',
  ],
  [
    'the category of a process',
    ['createProcessCategory', 'cat_uid', { 'body cat_name': 'Tests' }],
    (uid) => ['updatePropertiesOfProcess', { 'body pro_category': uid }],
    () => ['updatePropertiesOfProcess', { 'body pro_category': '19588e832648ad421968886fd0b6b23b' }],
    'deleteProcessCategory',
  ],
  [
    'the calendar of a user',
    ['createCalendar', 'cal_uid', { 'body cal_name': 'Night shift' }],
    (uid) => ['updateUser', { 'body usr_calendar': uid }],
    () => ['updateUser', { 'body usr_calendar': '7c1fea7f5df3aad70a45c6d7c541ef81' }],
    'deleteCalendar',
  ],
  [
    'the calendar of a process',
    ['createCalendar', 'cal_uid', { 'body cal_name': 'Night shift' }],
    (uid) => ['updatePropertiesOfProcess', { 'body pro_calendar': uid }],
    () => ['updatePropertiesOfProcess', { 'body pro_calendar': '7c1fea7f5df3aad70a45c6d7c541ef81' }],
    'deleteCalendar',
  ],
  [
    'the trigger of a step',
    ['createTrigger', 'tri_uid', { 'body tri_title': 'Test' }],
    (uid) => ['attachTriggerToStep', { 'body tri_uid': uid, 'body st_type': 'AFTER' }],
    (uid) => ['detachTriggerFromStep', { 'path tri_uid': uid, 'path type': 'after' }],
    'deleteTrigger',
  ],
  [
    'the trigger of a task',
    ['createTrigger', 'tri_uid', { 'body tri_title': 'Test' }],
    (uid) => ['attachTriggerToTask', { 'body tri_uid': uid, 'body st_type': 'BEFORE_ROUTING' }],
    (uid) => ['detachTriggerFromTask', { 'path tri_uid': uid, 'path type': 'before-routing' }],
    'deleteTrigger',
  ],
  [
    'the variable of a form',
    ['createProcessVariable', 'var_uid', { 'body var_name': 'testValue' }],
    () => [
      'updateDynaform',
      { 'body dyn_content': json({ items: [{ items: [[{ variable: 'testValue' }]] }] }) },
    ],
    () => ['updateDynaform', { 'body dyn_content': json({ items: [] }) }],
    'deleteProcessVariable',
  ],
  [
    'a form within another one',
    ['createDynaform', 'dyn_uid', { 'body dyn_title': 'Test' }],
    (uid) => ['updateDynaform', { 'body dyn_content': json({ items: [{ dynaform: uid }] }) }],
    () => ['updateDynaform', { 'body dyn_content': json({ items: [] }) }],
    'deleteDynaform',
  ],
])('%s can be deleted again when it is no longer used', (_, [create, key, values], use, release, remove) => {
  const { send } = createNewSandbox();
  const uid = String(Object(send(create, values).body)[key]);
  const there = { [`path ${key}`]: uid };
  const [useId, useValues] = use(uid);
  expect(send(useId, useValues).status).toBeLessThan(300);
  expect(send(remove, there).status).toBe(400);
  const [releaseId, releaseValues] = release(uid);
  expect(send(releaseId, releaseValues).status).toBeLessThan(300);
  expect(send(remove, there).status).toBeLessThan(300);
});

test('a document stays in use until the last step that shows it is deleted', () => {
  const { send } = createNewSandbox();
  const uid = String(
    Object(send('createOutputDocumentDefinition', { 'body out_doc_title': 'Test' }).body).out_doc_uid,
  );
  const task = { 'path act_uid': '272802cbc358a1a30fcb34c8b59bc5ec' };
  const addStep = () =>
    Object(
      send('addStep', { ...task, 'body step_type_obj': 'OUTPUT_DOCUMENT', 'body step_uid_obj': uid }).body,
    ).step_uid;
  const steps = [addStep(), addStep()];
  const there = { 'path out_doc_uid': uid };
  for (const step of steps) {
    expect(send('deleteOutputDocumentDefinition', there).status).toBe(400);
    expect(send('deleteStep', { ...task, 'path step_uid': step }).status).toBe(200);
  }
  expect(send('deleteOutputDocumentDefinition', there).status).toBe(200);
});

test('things that the story uses can be taken out of use, too', () => {
  const { send } = createNewSandbox();
  const buyers = { 'path grp_uid': '64793d492c7b95773828c2a0dfee6e59' };
  const tasks = manualStory.processes.flatMap(({ uid: prj, tasks }) =>
    tasks
      .filter(({ title }) => ['Place order', 'Check supplier', 'Prepare receipt'].includes(title))
      .map((task) => ({ 'path prj_uid': prj, 'path act_uid': task.uid })),
  );
  expect(tasks).toHaveLength(3);
  for (const task of tasks) {
    expect(send('deleteGroup', buyers).status).toBe(400);
    expect(send('removeAssignee', { ...task, 'path aas_uid': buyers['path grp_uid'] }).status).toBe(200);
  }
  expect(send('deleteGroup', buyers).status).toBe(200);

  const subform = { 'path dyn_uid': '80a3f013e7e789cfc42a8c769673aff9' };
  expect(send('deleteDynaform', subform).status).toBe(400);
  const order = { 'path dyn_uid': '7ee92cfcff2637d8891589c602e820c3' };
  expect(send('updateDynaform', { ...order, 'body dyn_content': json({ items: [] }) }).status).toBe(200);
  expect(send('deleteDynaform', subform).status).toBe(200);
});

test('the type of a variable can change when no form uses it', () => {
  const { send } = createNewSandbox();
  const supplier = { 'path var_uid': '97f0a7187608c22b42835f455657dc43' };
  expect(send('updateProcessVariable', { ...supplier, 'body var_label': 'Seller' }).status).toBe(200);
  expect(send('updateProcessVariable', { ...supplier, 'body var_field_type': 'string' }).status).toBe(200);
  expect(
    readMessage(send('updateProcessVariable', { ...supplier, 'body var_field_type': 'integer' }).body),
  ).toContain('its type cannot be changed');
  const { var_uid: uid } = Object(send('createProcessVariable', { 'body var_name': 'unusedValue' }).body);
  expect(
    send('updateProcessVariable', { 'path var_uid': uid, 'body var_field_type': 'integer' }).status,
  ).toBe(200);
});

test('a deleted user can neither log in nor get tasks, and is in no group', () => {
  const { send } = createNewSandbox();
  const daniel = findUser('daniel.okafor');
  const target = { 'body usr_uid_target': daniel };
  expect(send('deleteUser', { 'path usr_uid': daniel }).status).toBe(200);
  expect(send('listInbox', {}, 'daniel.okafor').status).toBe(401);
  const members = send('listUsersOfGroup', {
    'path grp_uid': '8aa7103dc6d0f4eef478a7d089d1b552',
    'query filter': '',
  });
  expect(json(members.body)).not.toContain(daniel);
  expect(readMessage(send('reassignCase', target).body)).toContain('not valid for the task');
  expect(send('reassignCase').status).toBe(200);
});

test('deletes several processes at once, without those that have cases', () => {
  const { send } = createNewSandbox();
  const { new_uid: uid } = Object(send('createProcess', { 'body prj_name': 'Test' }).body)[0];
  const data = [uid, process].map((one) => ({ type: 'bpmnProject', prj_uid: one }));
  const list = () => json(send('listProcesses').body);
  expect([list().includes(uid), list().includes(process)]).toEqual([true, true]);
  expect(send('changeSeveralProcesses', { 'body data': json([{ action: 'delete', data }]) }).status).toBe(
    200,
  );
  expect([list().includes(uid), list().includes(process)]).toEqual([false, true]);
});

test.each([
  ['createPMTable', 'body pmt_tab_name', 'SELECT', 'reserved word'],
  ['createPMTable', 'body pmt_tab_name', 'ORDER', 'reserved word'],
  ['createPMTable', 'body fields', json([{ fld_name: 'CODE', fld_key: 0 }]), 'fld_key'],
  ['createPMTable', 'body fields', '[]', 'fld_key'],
  ['changeStructureOfPMTable', 'body fields', json([{ fld_name: 'CODE' }]), 'fld_key'],
])('%s refuses %s %s', (id, name, value, words) => {
  const { status, body } = createNewSandbox().send(id, { [name]: value });
  expect([status, readMessage(body)]).toEqual([400, expect.stringContaining(words)]);
});

test('a case is reassigned by those who may, to users of the task', () => {
  const reassign = (user: string, values: Values = {}) =>
    createNewSandbox().send('reassignCase', values, user);
  expect(reassign('ingrid.voss').status).toBe(403);
  expect(reassign('tomas.berg').status).toBe(200);
  expect(reassign('grace.chen').status).toBe(200);
  expect(
    readMessage(reassign('grace.chen', { 'body usr_uid_target': findUser('peter.novak') }).body),
  ).toContain('not valid for the task');
  expect(
    readMessage(reassign('grace.chen', { 'body usr_uid_source': findUser('robert.hale') }).body),
  ).toContain('assigned to another user');

  // A supervisor needs the key for supervised processes, and an ad hoc user is valid.
  const { send } = createNewSandbox();
  send('addAdHocAssignee', {
    'path act_uid': 'c5d7bb38d7d2d48e0b3bb7e832f273f2',
    'body ada_uid': findUser('peter.novak'),
    'body ada_type': 'user',
  });
  expect(send('reassignCase', { 'body usr_uid_target': findUser('peter.novak') }, 'grace.chen').status).toBe(
    200,
  );
});

test('a draft is deleted by the user who started it, or by one who may delete others', () => {
  const remove = (user: string) => {
    const { send } = createNewSandbox();
    const { app_uid: uid } = Object(send('startCase', {}, 'maria.lopez').body);
    return send('deleteCase', { 'path app_uid': uid }, user).status;
  };
  expect(['maria.lopez', 'grace.chen', 'ingrid.voss'].map(remove)).toEqual([200, 200, 400]);
});

test('suggests the sample at first, then the next request about the case that the reader started', () => {
  const { world, send, call } = createNewSandbox();
  const findById = (id: string) => {
    const endpoint = sandboxEndpoints.find((sandboxEndpoint) => sandboxEndpoint.id === id);
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
    expect(suggestRequest(world, endpoint).values).toEqual(createSampleValues(endpoint));

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
  expect(suggestRequest(world, findById('routeCase')).values).toEqual(
    createSampleValues(findById('routeCase')),
  );
});

test('the choice of tokens names each user once', () => {
  const { story } = createNewSandbox().world;
  const valid = Object.values(story.tokens).filter(({ expired }) => !expired);
  const users = valid.map(({ user }) => user);
  expect(users).toHaveLength(new Set(users).size);
  expect(users).toHaveLength(story.users.length);
});
