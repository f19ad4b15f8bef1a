import * as texts from 'virtual:site/texts';
import type { PersonalLink } from '../../../model/api/many-accounts.ts';
import { Button } from '../../button.tsx';
import { saveLinks } from './csv-files.ts';

/** One-time links that no mail brings. */
export function LinksToSave({ links }: { links: readonly PersonalLink[] }) {
  return (
    <>
      <p>{texts.linksOnce}</p>
      <Button look="main" onClick={() => void saveLinks(links)}>
        {texts.saveLinks}
      </Button>
    </>
  );
}
