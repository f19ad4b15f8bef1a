import * as texts from 'virtual:site/texts';
import { useId, useState } from 'react';
import { writeCurlSample } from '../../openapi/request-samples/curl.ts';
import { writeJavaScriptSample } from '../../openapi/request-samples/javascript.ts';
import { writePhpSample } from '../../openapi/request-samples/php.ts';
import type { SampleRequest } from '../../openapi/request-samples/sample-request.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { useTabChoice } from '../live/tabs/tabs.tsx';
import { CodeFigure } from './code-figure.tsx';
import { LanguageTabs } from './language-tabs.tsx';

/** The languages by the values that the tabs of samples on the page have. */
const languages = {
  curl: { label: 'curl', write: writeCurlSample },
  javascript: { label: 'JavaScript', write: writeJavaScriptSample },
  php: { label: 'PHP', write: writePhpSample },
} as const;
const languageNames = ['curl', 'javascript', 'php'] as const;

/** A request in the language that the reader has chosen for the samples of the site, with a button that copies it. */
export function RequestCode({ request }: { request: SampleRequest }) {
  const [chosenLanguage, setLanguage] = useTabChoice('lang');
  const language = languageNames.find((name) => name === chosenLanguage) ?? 'curl';
  const id = useId();
  const text = languages[language].write(request);
  /** The text that the reader has copied last, and whether that worked. */
  const [copy, setCopy] = useState<{ text: string; worked: boolean }>();
  const copyText = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopy({ text, worked: true }),
      () => setCopy({ text, worked: false }),
    );
  const isCurrent = copy?.text === text;
  return (
    <div className="try-it__request">
      <div className="try-it__bar">
        <LanguageTabs
          languages={languageNames.map((name) => [name, languages[name].label] as const)}
          value={language}
          panel={id}
          onChange={setLanguage}
        />
        <button type="button" className="quiet-button" onClick={() => runInBackground(copyText())}>
          {isCurrent && copy.worked ? texts.copied : texts.tryItCopy}
        </button>
        <span role="status" className="visually-hidden">
          {isCurrent && (copy.worked ? texts.copied : texts.tryItNotCopied)}
        </span>
      </div>
      <div id={id} role="tabpanel" aria-label={languages[language].label}>
        <CodeFigure label={texts.apiRequest} text={text} />
      </div>
    </div>
  );
}
