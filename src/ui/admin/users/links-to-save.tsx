import * as texts from 'virtual:site/texts';
import type { PersonalLink } from '../../../model/api/many-accounts.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { Button } from '../../button.tsx';
import { saveFile } from '../save-file.ts';

/** One-time links that the site doesn't email and that can't be shown again. */
export function LinksToSave({ links }: { links: readonly PersonalLink[] }) {
  const save = async () => {
    // The module is loaded on demand, because few administrators need it.
    const { writeCsv } = await import('../../../shared/csv.ts');
    const rows = links.map(({ email, name, link }) => [email, name, link]);
    saveFile('invitations.csv', writeCsv([['email', 'name', 'link'], ...rows]), 'text/csv');
  };
  return (
    <>
      <p>{texts.linksOnce}</p>
      <Button look="main" onClick={() => runInBackground(save())}>
        {texts.saveLinks}
      </Button>
    </>
  );
}
