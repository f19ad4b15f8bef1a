import { expect } from 'vitest';
import { click, listRows, type PromisedByPage, says } from './promised.ts';

/** Samples about forms and their controls. */
export const pagesOfControls: PromisedByPage = {
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
      expect(listRows(run)).toEqual([]);
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
};
