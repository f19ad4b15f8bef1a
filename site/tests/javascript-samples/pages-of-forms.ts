import { expect } from 'vitest';
import { click, findGrid, listRows, type PromisedByPage, says } from './promised.ts';

/** Samples about a form as a whole, and fields that depend on others. */
export const pagesOfForms: PromisedByPage = {
  CallingRestFromForms: [
    says((run) => {
      run.run('console.log(problemOf({ responseText: "no JSON", status: 502 }))');
      expect(run.lines).toEqual(['log The server did not answer as expected (502).']);
    }),
    says((run) => expect(run.label('approvalComments')).toBe('Comments (case notes: 1)')),
    says(async (run) => {
      run.change('approvalComments', ' ');
      click(run, 'askRequester');
      expect(run.lines).toEqual(['alert Write a question of 1 to 500 characters into the comments.']);
      run.change('approvalComments', 'Are both stations paid for?');
      click(run, 'askRequester');
      await run.settle();
      expect(run.label('askRequester')).toBe('The question was sent');
    }),
    says(async (run) => {
      run.do({ kind: 'click', id: 'continue' });
      await run.settle();
      expect(run.view()).toMatchObject({ outcome: 'sent', isCovered: false });
    }),
  ],
  JavaScriptInDynaforms: [
    says((run) => {
      run.change('totalAmount', '5001');
      expect(run.label('justification')).toBe('Justification for Finance');
    }),
    says((run) => expect(run.lines).toEqual(['log amount: 1642'])),
  ],
  AccessingControls: [
    says((run) => expect(run.value('requestTitle')).toBe('Calipers and micrometers for line 2')),
    says((run) => expect(run.field('[items][1][quantity]').look.classes).toEqual(['checked'])),
    says((run) => expect(run.view().focus?.id).toBe('requestTitle')),
    says((run) => expect(run.field('supplierEmail').isHidden).toBe(true)),
    says((run) => expect(run.view().focus?.id).toBe('supplier')),
    says((run) => expect(run.field('costCenter').error).toBeUndefined()),
    says((run) => expect(run.field('justification').isHidden).toBe(true)),
    says((run) =>
      expect(run.view().message).toEqual({
        text: 'The supplier list was updated this morning.',
        emphasis: '',
        type: 'info',
      }),
    ),
    says((run) => expect(run.field('city').error).toBeUndefined()),
    says((run) => expect(run.lines).toEqual(['log en'])),
    says((run) => {
      run.change('requestTitle', '');
      run.run(`$('#f638bff4f77e6bff66d1b51917eafd77').getFields().forEach((field) => field.validate())`);
      expect(run.field('requestTitle').error).toBe('Enter what you need.');
    }),
    says((run) => expect(run.field('supplierEmail').inputLooks[0]?.isReadOnly).toBe(true)),
    says((run) =>
      expect(run.field('[items][1][quantity]').inputLooks[0]?.css).toEqual({ 'font-weight': 'bold' }),
    ),
    says((run) => expect(run.lines).toEqual(['log 2'])),
    says((run) => expect(run.field('neededBy').labelLook.css).toEqual({ 'font-weight': 'bold' })),
    says((run) => {
      expect(run.field('costCenter').hint).toBeDefined();
      run.change('costCenter', 'CC-400');
      expect(run.field('costCenter').hint).toBeUndefined();
    }),
    says((run) => expect(run.lines).toEqual(['log YYYY-MM-DD'])),
  ],
  EventMethods: [
    says((run) => {
      run.change('country', 'MX');
      expect(run.value('supplier')).toBe('');
    }),
    says((run) => {
      run.change('requestTitle', 'Gauges');
      run.change('[items][2][quantity]', '5');
      expect(run.lines).toEqual([
        'log requestTitle changed to Gauges',
        'log Row 2 changed to 710.00',
        'log Row 2 changed to 5',
      ]);
    }),
    says((run) => {
      run.change('totalAmount', '1');
      click(run, 'takeSum');
      expect(run.value('totalAmount')).toBe('1642');
    }),
    says((run) => {
      run.do({ kind: 'focus', id: 'orderNumber' });
      expect(run.label('orderNumber')).toBe('Order number, as the supplier confirmed it');
      run.do({ kind: 'blur', id: 'orderNumber' });
      expect(run.label('orderNumber')).toBe('Order number');
    }),
    says((run) => {
      click(run, 'takeSum');
      expect(run.lines).toEqual(['log { type: "click" } Field takeSum']);
    }),
    {
      confirms: false,
      check: (run) => {
        run.change('totalAmount', '6000');
        click(run, 'continue');
        expect(run.lines).toEqual(['confirm Finance has to approve this amount. Send the request? Cancel']);
        expect(run.view().outcome).toBe('open');
        run.change('totalAmount', '60');
        click(run, 'continue');
        expect(run.view().outcome).toBe('sent');
      },
    },
    says((run) => {
      run.do({ kind: 'add-row', id: 'items' });
      expect(run.value('[items][3][quantity]')).toBe('1');
    }),
    says((run) => {
      run.do({ kind: 'add-row', id: 'items' });
      expect(run.lines).toEqual(['log A row will follow the 2 that are there']);
    }),
    says((run) => {
      run.do({ kind: 'delete-row', id: 'items', row: 2 });
      expect(run.lines).toEqual(['log Row 2 was deleted']);
      expect(run.value('totalAmount')).toBe('1074');
    }),
    {
      isMobile: true,
      check: (run) => {
        run.do({ kind: 'add-row', id: 'items' });
        expect(run.label('items')).toBe('Items: one dialog for each row');
      },
    },
    says((run) => {
      for (let row = 3; row <= 10; row += 1) {
        expect(findGrid(run)?.canAdd).toBe(true);
        run.do({ kind: 'add-row', id: 'items' });
      }
      expect(findGrid(run)?.canAdd).toBe(false);
      run.do({ kind: 'delete-row', id: 'items', row: 10 });
      expect(findGrid(run)?.canAdd).toBe(true);
    }),
  ],
  FormMethods: [
    says((run) => {
      run.run('console.log(project.isMobile(), form.length)');
      expect(run.lines).toEqual(['log false 1']);
    }),
    says((run) => {
      run.do({ kind: 'piece', id: 'sendNow' });
      expect(run.view().outcome).toBe('sent');
    }),
    says((run) => {
      run.do({ kind: 'click', id: 'saveDraft' });
      expect(run.view().outcome).toBe('open');
      run.run('console.log($("#attachments").getAppDocUID().length)');
      expect(run.lines).toEqual(['log 1']);
    }),
    says((run) => {
      run.do({ kind: 'click', id: 'saveAndLeave' });
      expect(run.view().outcome).toBe('closed');
    }),
    says((run) => {
      expect(run.view().isCovered).toBe(false);
      expect([run.value('country'), run.value('state')]).toEqual(['US', 'US-OR']);
    }),
    says((run) => {
      run.run('form.showFormModal()');
      expect(run.view().isCovered).toBe(true);
      run.run('form.hideFormModal()');
      expect(run.view().isCovered).toBe(false);
    }),
    says((run) => {
      run.do({ kind: 'click', id: 'saveDraft' });
      expect(run.view().message).toEqual({
        text: 'You find the request in Draft.',
        emphasis: 'Saved.',
        type: 'success',
      });
    }),
    says((run) => {
      expect(run.view().canPrint).toBe(true);
      run.do({ kind: 'print' });
      expect(run.field('purchaseRules').isHidden).toBe(false);
      run.run(
        'project.setAfterPrintHandler(function () { console.log(getFieldById("purchaseRules").isHidden()); })',
      );
      run.do({ kind: 'print' });
      expect(run.lines).toEqual(['log true']);
    }),
    says((run) => expect(run.field('supplierEmail').inputLooks[0]?.isReadOnly).toBe(true)),
    says((run) => expect(run.label('neededBy')).toBe('Needed by')),
  ],
  GlobalFunctions: [
    says((run) => {
      run.run('console.log(projectKeys().workspace)');
      expect(run.lines).toEqual(['log alderbrook']);
    }),
    says((run) =>
      expect(run.lines).toEqual([
        'log a5c052df09a3848e5d95cef86d021326 b23c7aab90d04260340fcbbf05954b79 812855eb99a370fda93c3c4a69e2ef4d',
      ]),
    ),
    says((run) => {
      run.run('console.log(base)');
      expect(run.lines).toEqual(['log https://bpa.example.com/api/1.0/alderbrook']);
    }),
    says((run) => {
      run.run('console.log(/^Bearer [0-9a-f]{40}$/.test(headers.Authorization))');
      expect(run.lines).toEqual(['log true']);
    }),
    says((run) => expect(run.field('supplierLink').href).toBe('https://bpa.example.com')),
    { isMobile: true, check: (run) => expect(run.label('attachments')).toContain('take a picture') },
    says((run) => expect(run.lines).toEqual(['log maria.lopez maria.lopez@example.com'])),
    says((run) => expect(run.field('[items][1][quantity]').look.classes).toEqual(['checked'])),
    says((run) => expect(run.view().message?.text).toBe('Add a quote for amounts above 5,000 USD.')),
    says((run) => expect(run.lines).toEqual(['log Case a5c052df09a3848e5d95cef86d021326'])),
    says((run) => expect(run.lines).toEqual(['log Process 812855eb99a370fda93c3c4a69e2ef4d'])),
    says((run) => {
      run.run('console.log($("#attachments").getAppDocUID().length)');
      expect(run.lines).toEqual(['log 1']);
    }),
    says((run) => {
      run.change('country', 'MX');
      expect(run.value('supplier')).toBe('');
    }),
    says((run) => expect(run.lines).toEqual(['log Workspace alderbrook'])),
    says((run) => expect(run.lines).toEqual(['log object object'])),
    says((run) => {
      run.change('packageCode', 'PO-2026-0311');
      expect(run.field('receivedAt').isFixed).toBe(true);
    }),
    says((run) => expect(run.field('receivedAt').isFixed).toBe(false)),
  ],
  DependentDropdowns: [
    says((run) =>
      expect([run.value('country'), run.value('state'), run.value('city')]).toEqual(['US', 'US-OR', 'PDX']),
    ),
  ],
  ReadOnlyField: [
    says((run) => {
      const isLocked = () => run.field('totalAmount').inputLooks[0]?.isDisabled ?? false;
      expect(isLocked()).toBe(false);
      run.change('urgent', '1');
      expect(isLocked()).toBe(true);
      run.change('urgent', '0');
      expect(isLocked()).toBe(false);
    }),
  ],
  FromOutsideGrid: [
    says((run) => {
      run.change('[items][1][quantity]', '1');
      expect(run.value('totalAmount')).toBe('657.5');
    }),
  ],
  InsideGrid: [
    says((run) => expect(listRows(run)?.[2]).toEqual(['measuring', 'CAL-150', '89.50', '12', '1074.00'])),
  ],
};
