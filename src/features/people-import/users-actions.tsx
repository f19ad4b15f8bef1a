import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { runInBackground } from '../../shared/in-background.ts';
import { saveExport } from '../../ui/admin/save-export.ts';
import { callUrl } from '../../ui/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { createNotice } from '../../ui/notice.tsx';
import type { UsersActionsProps } from '../../ui/page-parts.ts';
import { ImportDialog } from './import-dialog.tsx';

/** Buttons of the users page that export the listed accounts and import people. */
export function Part({ filter, can, onNotice, onChanged }: UsersActionsProps) {
  const [isImporting, setImporting] = useState(false);

  async function exportAccounts(): Promise<void> {
    onNotice(undefined);
    const url = callUrl('GET /api/v1/accounts/file', { query: filter });
    if (!(await saveExport(url, 'accounts.csv'))) onNotice(createNotice(false, '', texts.notDownloaded));
  }

  return (
    <>
      <Button onClick={() => runInBackground(exportAccounts())}>{texts.exportUsers}</Button>
      {can?.invite && <Button onClick={() => setImporting(true)}>{texts.importUsers}</Button>}
      {isImporting && (
        <ImportDialog byMail={can?.mail ?? false} onAdded={onChanged} onClose={() => setImporting(false)} />
      )}
    </>
  );
}
