import * as texts from 'virtual:site/texts';
import type { CallAnswer } from '../../../model/api/endpoints.ts';
import { buildMailPreviewUrl } from '../../../model/urls.ts';
import { callApi } from '../../api-client.ts';
import { fillText } from '../../fill-text.ts';
import { NotYet } from '../../not-yet.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { Segments } from '../panels/segments.tsx';
import { Filter } from '../table/table-filters.tsx';
import { changeQuery, pickOption, useTableQuery } from '../table/use-table-query.ts';

const forms = ['light', 'dark', 'text'] as const;

type Mail = CallAnswer<'GET /api/v1/mails'>['rows'][number];

/** `/admin/mails`: every mail that the site can send, with example values. */
export function Page() {
  const query = useTableQuery();
  const language = query.get('language') ?? undefined;
  const { answer, state, reload } = useLoaded(language ?? '', () =>
    callApi('GET /api/v1/mails', { query: { language } }),
  );
  if (state === 'failed' || answer === undefined) return <NotYet state={state} reload={reload} />;
  const { rows, languages } = answer;
  const mail = rows.find(({ kind }) => kind === query.get('mail')) ?? rows[0];
  return (
    <div className="admin" aria-busy={state === 'loading'}>
      <p className="admin__lead">
        {texts.mailsLead} {answer.mail ? '' : texts.mailsOff}
      </p>
      {languages.length > 1 && (
        <div className="filters">
          <Filter
            label={texts.language}
            name="language"
            value={answer.language}
            options={languages.map((tag) => [tag, nameLanguage(tag)])}
          />
        </div>
      )}
      <div className="mails">
        <ul className="mails__list" aria-label={texts.mails}>
          {rows.map(({ kind, subject }) => (
            <li key={kind}>
              <button
                type="button"
                lang={answer.language}
                aria-pressed={kind === mail?.kind}
                onClick={() => changeQuery({ mail: kind })}
              >
                {subject}
              </button>
            </li>
          ))}
        </ul>
        {mail?.fault !== undefined && (
          <section className="mails__preview" aria-label={mail.kind}>
            <h2>{mail.kind}</h2>
            <p role="alert">{fillText(texts.mailFault, { reason: mail.fault })}</p>
          </section>
        )}
        {mail && mail.fault === undefined && (
          <Preview {...mail} language={answer.language} form={pickOption(forms, query.get('as'))} />
        )}
      </div>
    </div>
  );
}

interface PreviewProps extends Mail {
  language: string;
  form: (typeof forms)[number];
}

function Preview({ kind, subject, text, language, form }: PreviewProps) {
  const title = fillText(texts.mailPreview, { subject });
  return (
    <section className="mails__preview" aria-label={title}>
      <Segments
        label={texts.mailForms}
        value={form}
        options={[
          ['light', texts.themeLight],
          ['dark', texts.themeDark],
          ['text', texts.mailAsText],
        ]}
        onChange={(next) => changeQuery({ as: next === 'light' ? undefined : next })}
      />
      <h2 lang={language}>{subject}</h2>
      {form === 'text' ? (
        // Long mails scroll, by key too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section className="mails__text" tabIndex={0} aria-label={title}>
          <pre lang={language}>{text}</pre>
        </section>
      ) : (
        <iframe
          // A frame of its own for each mail: another address in the same frame would be a step to go back.
          key={`${kind} ${language} ${form}`}
          title={title}
          sandbox=""
          src={buildMailPreviewUrl({ kind, language, theme: form })}
        />
      )}
    </section>
  );
}

/** Name of a language in itself, as it stands alone: `Español`. */
function nameLanguage(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  const [initial = '', ...rest] = name;
  return initial.toLocaleUpperCase(tag) + rest.join('');
}
