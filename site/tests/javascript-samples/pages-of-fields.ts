import { expect } from 'vitest';
import { click, findGrid, listRows, type PromisedByPage, says } from './promised.ts';

/** Samples about one field or a grid. */
export const pagesOfFields: PromisedByPage = {
  GridMethods: [
    says((run) => expect(listRows(run)?.[2]).toEqual(['', '', '', '', ''])),
    says((run) => {
      expect(listRows(run)?.[2]).toEqual(['measuring', 'MIC-025', '142.00', '4', '568.00']);
      expect(run.field('[items][3][product]').text).toBe('Micrometer 0-25 mm');
    }),
    says((run) => {
      expect(run.lines).toEqual(['log 1 of 3 rows is left']);
      expect(listRows(run)?.[0]?.[1]).toBe('MIC-025');
    }),
    says((run) => {
      expect(listRows(run)).toHaveLength(2);
      run.do({ kind: 'add-row', id: 'items' });
      run.run(
        'for (var row = 3; row >= 1; row--) if ($("#items").getValue(row, "product") === "") $("#items").deleteRow(row)',
      );
      expect(listRows(run)).toHaveLength(2);
    }),
    says((run) => expect(run.lines).toEqual(['log 16 pieces'])),
    says((run) => expect(listRows(run)).toEqual([['', '', '', '', '']])),
    says((run) => expect(run.value('totalAmount')).toBe('1642')),
    says((run) =>
      expect(findGrid(run)?.columns.map(({ isHidden }) => isHidden)).toEqual([
        false,
        false,
        true,
        false,
        false,
      ]),
    ),
    says((run) => {
      expect(findGrid(run)?.columns[2]?.isHidden).toBe(true);
      run.change('urgent', '1');
      expect(findGrid(run)?.columns.some(({ isHidden }) => isHidden)).toBe(false);
    }),
    says((run) => {
      run.change('urgent', '1');
      expect(findGrid(run)?.canAdd).toBe(false);
      run.change('urgent', '0');
      expect(findGrid(run)?.canAdd).toBe(true);
    }),
    says((run) => {
      expect(findGrid(run)?.canAdd).toBe(false);
      run.change('supplier', 'CEDAR');
      expect(findGrid(run)?.canAdd).toBe(true);
    }),
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
      expect(findGrid(run)?.columns[3]?.label).toBe('Pieces');
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
      expect(listRows(run)).toEqual([]);
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
};
