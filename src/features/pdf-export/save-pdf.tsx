import * as texts from 'virtual:site/texts';
import { useEffect, useState } from 'react';
import { toBrowserUrl } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';
import type { PageMenuProps } from '../../ui/page-parts.ts';
import { announce } from '../../ui/shell/announcer.tsx';
import { createIcon } from '../../ui/shell/icons.tsx';
import { createPdfUrl, type PdfPart } from './pdf-address.ts';

/** Icons of Lucide: `ui/shell/icons.tsx` has their licence. */
const Download = createIcon('M12 15V3', 'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4', 'm7 10 5 5 5-5');

/** Messages by the error code of the server. */
const failures: Readonly<Record<string, string>> = {
  'pdf-unavailable': texts.pdfUnavailable,
  'pdf-too-large': texts.pdfTooLarge,
};

/** Saves the page, or its chapter, as a PDF. */
export function Part({ path, hasChapter }: PageMenuProps) {
  const [message, setMessage] = useState('');
  useEffect(() => announce(message), [message]);
  const isWorking = message === texts.pdfMade;

  async function save(part: PdfPart): Promise<void> {
    setMessage(texts.pdfMade);
    const response = await fetch(toBrowserUrl(createPdfUrl(path, part)), { method: 'POST' }).catch(
      () => undefined,
    );
    if (!response?.ok) {
      const code = await response?.json().then(
        (body) => String(body?.error?.code),
        () => '',
      );
      setMessage(failures[code ?? ''] ?? texts.pdfFailed);
      return;
    }
    const url = URL.createObjectURL(await response.blob());
    const name = path.split('/').findLast((segment) => segment !== '') ?? 'index';
    Object.assign(document.createElement('a'), { href: url, download: `${name}.pdf` }).click();
    // The browser has read it by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    setMessage(texts.pdfSaved);
  }

  const entries: [PdfPart, string][] = [
    ['page', texts.savePagePdf],
    ...(hasChapter ? ([['chapter', texts.saveChapterPdf]] satisfies [PdfPart, string][]) : []),
  ];
  return (
    <>
      {entries.map(([part, label]) => (
        <li key={part}>
          <button
            type="button"
            aria-disabled={isWorking}
            onClick={() => isWorking || runInBackground(save(part))}
          >
            <Download size={16} />
            {label}
          </button>
        </li>
      ))}
      {message !== '' && <li className="assistant-menu__status">{message}</li>}
    </>
  );
}
