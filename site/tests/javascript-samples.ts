import { expect } from 'vitest';
import type { SampleRun } from '../testing/code-samples.ts';

interface Promised {
  check: (run: SampleRun) => unknown;
  isMobile?: boolean;
  confirms?: boolean;
  mode?: 'edit' | 'view';
}

const says = (check: (run: SampleRun) => unknown): Promised => ({ check });

const click = (run: SampleRun, id: string) => run.click(id);
const grid = (run: SampleRun) => run.field('items').grid;
const rows = (run: SampleRun) => grid(run)?.rows.map((row) => row.map(({ value }) => value));

/** What the text around each sample promises, page by page and in the order of the page. */
export const promises: Readonly<Record<string, readonly Promised[]>> = {
  ModesAndValidation: [
    says((run) => {
      expect(run.field('justification').isHidden).toBe(true);
      run.change('totalAmount', '6000');
      expect(run.field('justification')).toMatchObject({ isHidden: false, hasStar: true });
      run.change('totalAmount', '10');
      expect(run.field('justification')).toMatchObject({ isHidden: true, hasStar: false });
    }),
    says((run) => {
      run.change('supplierEmail', '');
      click(run, 'continue');
      expect(run.lines).toEqual(['alert Enter the email address of the supplier.']);
      expect(run.view()).toMatchObject({ outcome: 'open', focus: { id: 'supplierEmail' } });
      run.change('supplierEmail', 'sales@columbia.example.com');
      click(run, 'continue');
      expect(run.view().outcome).toBe('sent');
    }),
  ],
  VariablesInForms: [
    says((run) => {
      run.change('urgent', '1');
      expect(run.label('justification')).toBe('Why is it urgent?');
      run.change('urgent', '0');
      expect(run.label('justification')).toBe('Justification');
    }),
  ],
  Button: [
    says((run) => {
      click(run, 'clearItems');
      expect(rows(run)).toEqual([]);
      click(run, 'takeSum');
      expect(run.label('takeSum')).toBe('Taken over');
      run.do({ kind: 'click', id: 'saveDraft' });
      expect(run.view().outcome).toBe('open');
    }),
    says((run) => {
      run.change('totalAmount', '1');
      click(run, 'takeSum');
      expect(run.value('totalAmount')).toBe('1642');
    }),
  ],
  Checkbox: [
    says((run) => {
      expect(run.field('justification').isHidden).toBe(true);
      run.change('urgent', '1');
      expect(run.field('justification')).toMatchObject({ isHidden: false, hasStar: true });
    }),
  ],
  Checkgroup: [
    says((run) => {
      run.change('notifyBy', ['mail', 'phone']);
      expect(run.label('notifyBy')).toBe('Notify me by (phone: 8:00 to 17:00)');
      run.change('notifyBy', ['mail']);
      expect(run.label('notifyBy')).toBe('Notify me by');
    }),
  ],
  Datetime: [
    says((run) => {
      run.change('deliveryDate', '2026-03-01 00:00:00');
      click(run, 'continue');
      expect(run.lines).toEqual(['alert The delivery date is before the order date.']);
      run.change('deliveryDate', '2026-03-07 00:00:00');
      click(run, 'continue');
      expect(run.view().outcome).toBe('sent');
    }),
    says((run) => {
      run.change('neededBy', '2026-03-28 00:00:00');
      expect(run.label('neededBy')).toBe('Needed by (no deliveries on this day)');
      run.change('neededBy', '2026-03-27 00:00:00');
      expect(run.label('neededBy')).toBe('Needed by');
    }),
  ],
  Dropdown: [
    says((run) => {
      run.change('costCenter', 'CC-400');
      expect(run.label('justification')).toBe('Why does IT need it?');
    }),
  ],
  File: [
    says((run) => {
      run.change('orderConfirmation', ['columbia-confirmation.pdf']);
      expect(run.label('orderConfirmation')).toBe('Order confirmation (chosen)');
      run.change('orderConfirmation', []);
      expect(run.label('orderConfirmation')).toBe('Order confirmation');
    }),
  ],
  Grid: [
    says((run) => {
      run.change('[items][1][quantity]', '250');
      expect(run.value('[items][1][quantity]')).toBe('100');
      run.change('[items][1][quantity]', '20');
      expect(run.value('[items][1][quantity]')).toBe('20');
    }),
  ],
  Hidden: [
    says((run) => {
      expect(run.label('supplier')).toBe('Preferred supplier');
      run.change('supplier', 'Metales del Norte');
      expect(run.value('supplierCountry')).toBe('MX');
      expect(run.label('supplier')).toBe('Preferred supplier (delivers from abroad)');
      run.change('country', 'MX');
      expect(run.label('supplier')).toBe('Preferred supplier');
    }),
  ],
  Image: [
    says((run) => {
      click(run, 'productImage');
      expect(run.lines).toEqual(['opens https://portal.example.com/images/CAL-150.png']);
    }),
  ],
  Label: [
    says((run) => {
      run.change('orderDate', '2026-03-09 00:00:00');
      expect(run.label('orderAdvice')).toBe('The order is dated 2026-03-09.');
    }),
  ],
  Link: [
    says((run) => {
      run.change('supplier', 'Columbia Tool Supply');
      expect(run.field('supplierLink')).toMatchObject({
        label: 'Open Columbia Tool Supply in the supplier portal',
        href: 'https://portal.example.com/suppliers/SUP-014',
      });
    }),
  ],
  MobileControls: [
    says((run) => {
      run.change('packageCode', 'PO-2026-0311');
      expect(run.field('receivedAt').isFixed).toBe(true);
      run.change('packageCode', '');
      expect(run.field('receivedAt').isFixed).toBe(false);
    }),
  ],
  MultipleFileUploader: [
    says((run) => {
      run.change('attachments', []);
      run.change('totalAmount', '6000');
      click(run, 'continue');
      expect(run.lines).toEqual(['alert Attach a quote: the amount is above 5,000 USD.']);
      run.change('attachments', ['quote.pdf']);
      click(run, 'continue');
      expect(run.view().outcome).toBe('sent');
    }),
  ],
  Panel: [
    says((run) => {
      expect(run.field('purchaseRules').isHidden).toBe(true);
      run.change('totalAmount', '5001');
      expect(run.field('purchaseRules').isHidden).toBe(false);
    }),
    says((run) => {
      run.change('supplier', 'Columbia Tool Supply');
      expect(run.field('purchaseRules').pieces.map(({ text }) => text)).toContain(
        'Attach a quote of Columbia Tool Supply.',
      );
    }),
  ],
  Radio: [
    says((run) => {
      run.change('decision', 'rejected');
      expect(run.label('approvalComments')).toBe('Comments: why is it rejected?');
      expect(run.view().focus?.id).toBe('approvalComments');
      run.change('decision', 'approved');
      expect(run.label('approvalComments')).toBe('Comments');
    }),
  ],
  Subform: [says((run) => expect(run.lines).toEqual(['log 3 fields show the address in Portland']))],
  Submit: [
    says((run) => {
      run.change('totalAmount', '5001');
      expect(run.label('continue')).toBe('Send to my manager and Finance');
      run.change('totalAmount', '12');
      expect(run.label('continue')).toBe('Send to my manager');
    }),
    says((run) => {
      click(run, 'reject');
      expect([run.value('decision'), run.view().outcome]).toEqual(['rejected', 'sent']);
    }),
  ],
  Suggest: [
    says((run) => {
      run.change('supplier', 'Willamette Gauge');
      expect(run.label('supplierEmail')).toBe('Supplier email (new supplier)');
      run.change('supplier', 'Cedar Metrology');
      expect(run.label('supplierEmail')).toBe('Supplier email');
    }),
  ],
  Textarea: [
    says((run) => {
      run.do({ kind: 'typed', id: 'justification', value: 'For line 2' });
      expect(run.label('justification')).toBe('Justification (490 characters left)');
    }),
  ],
  Textbox: [
    says((run) => {
      run.change('requestTitle', '  Calipers ');
      expect(run.value('requestTitle')).toBe('Calipers');
    }),
  ],
  Title: [
    says((run) => {
      run.change('orderNumber', 'PO-2026-0312');
      expect(run.label('orderHeading')).toBe('Order PO-2026-0312');
    }),
  ],
  TwoDates: [
    says((run) => {
      run.change('quoteDate', '2026-03-10 00:00:00');
      run.change('quoteValidUntil', '2026-03-09 00:00:00');
      click(run, 'continue');
      expect(run.lines).toEqual(['alert The quote ends before it begins. Correct one of the two dates.']);
      expect(run.view().focus?.id).toBe('quoteValidUntil');
      run.change('quoteValidUntil', '2026-03-10 00:00:00');
      click(run, 'continue');
      expect(run.view().outcome).toBe('sent');
    }),
  ],
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
        expect(grid(run)?.canAdd).toBe(true);
        run.do({ kind: 'add-row', id: 'items' });
      }
      expect(grid(run)?.canAdd).toBe(false);
      run.do({ kind: 'delete-row', id: 'items', row: 10 });
      expect(grid(run)?.canAdd).toBe(true);
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
  GridMethods: [
    says((run) => expect(rows(run)?.[2]).toEqual(['', '', '', '', ''])),
    says((run) => {
      expect(rows(run)?.[2]).toEqual(['measuring', 'MIC-025', '142.00', '4', '568.00']);
      expect(run.field('[items][3][product]').text).toBe('Micrometer 0-25 mm');
    }),
    says((run) => expect(rows(run)).toEqual([])),
    says((run) => {
      expect(rows(run)).toHaveLength(2);
      run.do({ kind: 'add-row', id: 'items' });
      run.run(
        'for (var row = 3; row >= 1; row--) if ($("#items").getValue(row, "product") === "") $("#items").deleteRow(row)',
      );
      expect(rows(run)).toHaveLength(2);
    }),
    says((run) => expect(run.lines).toEqual(['log 16 pieces'])),
    says((run) => expect(rows(run)).toEqual([['', '', '', '', '']])),
    says((run) => expect(run.value('totalAmount')).toBe('1642')),
    says((run) =>
      expect(grid(run)?.columns.map(({ isHidden }) => isHidden)).toEqual([false, false, true, false, false]),
    ),
    says((run) => expect(grid(run)?.columns.some(({ isHidden }) => isHidden)).toBe(false)),
    says((run) => {
      run.change('urgent', '1');
      expect(grid(run)?.canAdd).toBe(false);
      run.change('urgent', '0');
      expect(grid(run)?.canAdd).toBe(true);
    }),
    says((run) => expect(grid(run)?.canAdd).toBe(true)),
  ],
  LabelMethods: [
    says((run) => {
      run.change('totalAmount', '5001');
      expect(run.label('justification')).toBe('Justification for Finance');
      run.change('totalAmount', '1');
      expect(run.label('justification')).toBe('Justification');
    }),
    says((run) => {
      expect(run.label('neededBy')).toBe('Needed by (at the latest)');
      expect(grid(run)?.columns[3]?.label).toBe('Pieces');
    }),
    says((run) => expect(run.field('supplierEmail').isHidden).toBe(false)),
    says((run) => {
      expect(run.field('supplier')).toMatchObject({ isHidden: false, hasStar: true });
      run.change('totalAmount', '1000');
      expect(run.field('supplier')).toMatchObject({ isHidden: true, hasStar: false, value: '' });
    }),
    says((run) => {
      run.change('requestTitle', '');
      run.run(
        '$("#f638bff4f77e6bff66d1b51917eafd77").getFields().forEach(function (field) { if (!field.isHidden()) field.validate(); })',
      );
      expect(run.field('requestTitle').error).toBeDefined();
    }),
    says((run) => expect(run.view().focus?.id).toBe('totalAmount')),
    says((run) => expect(run.field('totalAmount').inputLooks[0]?.isDisabled).toBe(true)),
  ],
  ValidationMethods: [
    says((run) => expect(run.field('supplierEmail').isHidden).toBe(true)),
    says((run) => {
      run.change('[items][1][quantity]', '');
      click(run, 'continue');
      expect(run.view().outcome).toBe('sent');
    }),
    says((run) => {
      run.change('approvalComments', '');
      expect(run.field('approvalComments').hasStar).toBe(false);
      run.change('decision', 'rejected');
      expect(run.field('approvalComments').hasStar).toBe(true);
      click(run, 'continue');
      expect(run.field('approvalComments').error).toBe('This field is required.');
    }),
    says((run) => {
      run.change('orderNumber', '0311');
      run.do({ kind: 'blur', id: 'orderNumber' });
      expect(run.field('orderNumber').error).toBe('Use the form PO-2026-0000.');
    }),
    says((run) => expect(run.field('approvalComments').hasStar).toBe(false)),
    says((run) => {
      run.change('totalAmount', '1');
      click(run, 'continue');
      expect(run.view().outcome).toBe('open');
      run.change('totalAmount', '1642');
      click(run, 'continue');
      expect(run.view().outcome).toBe('sent');
    }),
  ],
  ValueMethods: [
    says((run) => {
      run.run('console.log(title)');
      expect(run.lines).toEqual(['log Calipers and micrometers for line 2']);
    }),
    says((run) => {
      run.change('totalAmount', '5001');
      expect(run.label('justification')).toBe('Justification (Finance will read it)');
    }),
    says((run) => {
      run.run('console.log(firstProduct)');
      expect(run.lines).toEqual(['log CAL-150']);
    }),
    says((run) => {
      expect(run.view().variables).toMatchObject({
        requestTitle: 'Calipers and micrometers for line 2',
        country: 'US',
        neededBy: '2026-03-27 00:00:00',
        urgent: '1',
        notifyBy: ['mail', 'phone'],
      });
    }),
    says((run) => expect(run.value('[items][1][quantity]')).toBe('12')),
    says((run) => {
      run.run('$("#country").setValue("MX")');
      expect(run.value('state')).toBe('');
      run.run('$("#country").setValueAsync("US", function () { $("#state").setValue("US-OR"); })');
      expect(run.value('state')).toBe('US-OR');
    }),
    says((run) => expect(run.value('[items][1][product]')).toBe('CAL-150')),
    says((run) => expect(run.lines).toEqual(['log US is United States'])),
    says((run) =>
      expect([run.value('costCenter'), run.value('[items][1][product]')]).toEqual(['CC-100', 'CAL-150']),
    ),
    says((run) => expect([run.value('country'), run.value('state')]).toEqual(['MX', 'MX-JAL'])),
    says((run) => expect(run.lines).toEqual(['log PDX: Portland'])),
    says((run) => expect(run.lines[0]).toContain('"requestTitle":"Calipers and micrometers for line 2"')),
    says((run) => expect(run.lines).toEqual(['log Cedar Metrology'])),
    says((run) => {
      click(run, 'clearItems');
      expect(rows(run)).toEqual([]);
    }),
    says((run) => expect(run.lines).toEqual(['log 0 files are stored in the case'])),
    says((run) => {
      run.change('supplier', 'Pacific Optics');
      expect(run.field('supplierLink').href).toBe('https://portal.example.com/suppliers/SUP-023');
    }),
    says((run) => {
      run.run('console.log(target)');
      expect(run.lines).toEqual(['log https://portal.example.com/suppliers/SUP-011']);
    }),
    says((run) => {
      run.change('[items][1][product]', 'MIC-025');
      expect(run.field('productImage').source).toBe('https://portal.example.com/images/MIC-025.png');
    }),
  ],
  DependentDropdowns: [
    says((run) =>
      expect([run.value('country'), run.value('state'), run.value('city')]).toEqual(['US', 'US-OR', 'PDX']),
    ),
  ],
  FromOutsideGrid: [
    says((run) => {
      run.change('[items][1][quantity]', '1');
      expect(run.value('totalAmount')).toBe('657.5');
    }),
  ],
  InsideGrid: [
    says((run) => expect(rows(run)?.[2]).toEqual(['measuring', 'CAL-150', '89.50', '12', '1074.00'])),
  ],
};
