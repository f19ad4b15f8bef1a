import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { callApi } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { CopiedText } from '../../../ui/copied-text.tsx';
import { fillText } from '../../../ui/fill-text.ts';
import { Field } from '../../../ui/login/field.tsx';
import { ModalButtons, ModalDialog } from '../../../ui/modal-dialog.tsx';
import { FormProblem } from '../../../ui/notice.tsx';
import { useSentForm } from '../../../ui/use-sent-form.ts';
import type { AddedWords } from './search-endpoints.ts';

export interface WantedWords {
  kind: 'question' | 'synonym';
  /** The query. */
  words: string;
}

interface Props {
  wanted: WantedWords;
  /** Called with the file that was changed in the site folder. */
  onWritten: (file: string) => void;
  onClose: () => void;
}

/**
 * Adds a query as a question of a page or as a synonym. If the server can't write the file, it shows the text to copy.
 */
export function WordsDialog({ wanted: { kind, words }, onWritten, onClose }: Props) {
  const [byHand, setByHand] = useState<AddedWords>();
  const { problem, isBusy, onSubmit } = useSentForm(async (readField) => {
    const readText = (name: string) => readField(name).trim();
    const result =
      kind === 'question'
        ? await callApi('POST /api/v1/searches/questions', {
            body: { address: readPath(readText('address')), question: readText('question') },
          })
        : await callApi('POST /api/v1/searches/synonyms', { body: { rule: readText('rule') } });
    if (result.done) {
      if (result.answer.isWritten) onWritten(result.answer.file);
      else setByHand(result.answer);
      return undefined;
    }
    const isWrong = ['not-found', 'malformed', 'invalid'].includes(result.code);
    const [faultText, field] =
      kind === 'question' ? [texts.noPageThere, 'address'] : [texts.ruleIsWrong, 'rule'];
    return [isWrong ? faultText : texts.notChangedNow, field];
  });

  if (byHand) return <ByHand added={byHand} onClose={onClose} />;
  return (
    <ModalDialog title={kind === 'question' ? texts.makeQuestion : texts.makeSynonym} onClose={onClose}>
      <p>{kind === 'question' ? texts.questionLead : texts.synonymLead}</p>
      <form className="modal__form" noValidate onSubmit={onSubmit}>
        <FormProblem problem={problem} />
        {kind === 'question' ? (
          <>
            <Field label={texts.questionWords} name="question" value={words} />
            <Field label={texts.questionAddress} name="address" hint={texts.questionAddressHint} />
          </>
        ) : (
          <Field label={texts.synonymRule} name="rule" value={`${words} => `} hint={texts.synonymRuleHint} />
        )}
        <ModalButtons action={texts.save} isBusy={isBusy} onClose={onClose} />
      </form>
    </ModalDialog>
  );
}

function ByHand({ added: { file, text }, onClose }: { added: AddedWords; onClose: () => void }) {
  return (
    <ModalDialog title={texts.copyText} onClose={onClose}>
      <p>{fillText(texts.addByHand, { file })}</p>
      <CopiedText text={text} label={texts.copyText} look="one-time-link" isMain>
        <Button onClick={onClose}>{texts.close}</Button>
      </CopiedText>
    </ModalDialog>
  );
}

/** Administrators paste a URL from the address bar. Takes its path, as documents have it. */
function readPath(address: string): string {
  const url = URL.parse(address, location.origin);
  if (url === null) return address;
  try {
    return decodeURI(url.pathname) + decodeURIComponent(url.hash);
  } catch {
    return address;
  }
}
