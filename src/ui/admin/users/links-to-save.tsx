import * as texts from 'virtual:site/texts';
import type { PersonalLink } from '../../../model/api/many-accounts.ts';
import { inBackground } from '../../../shared/in-background.ts';
import { Button } from '../../button.tsx';
import { saveFile } from '../save-file.ts';

/** One-time links that the site doesn't email and that can't be shown again. */
export function LinksToSave({ links }: { links: readonly PersonalLink[] }) {
  const save = async () => {
    // Loaded on demand, because few administrators need it.
    const { csvText } = await import('../../../shared/csv.ts');
    const rows = links.map(({ email, name, link }) => [email, name, link]);
    saveFile('invitations.csv', csvText([['email', 'name', 'link'], ...rows]), 'text/csv');
  };
  return (
    <>
      <p>{texts.linksOnce}</p>
      <Button look="main" onClick={() => inBackground(save())}>
        {texts.saveLinks}
      </Button>
    </>
  );
}
