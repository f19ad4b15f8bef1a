import { type FormEvent, type Ref, useId, useRef, useState } from 'react';
import { curlSample } from '../../reference/openapi/samples/curl.ts';
import { javaScriptSample } from '../../reference/openapi/samples/javascript.ts';
import { phpSample } from '../../reference/openapi/samples/php.ts';
import { FieldInput } from './field-input.tsx';
import { forgetState, keepState, keptState } from './keep-state.ts';
import { answer, newWorld } from './sandbox/answer.ts';
import type { SandboxAnswer } from './sandbox/call.ts';
import type { Collections, EndpointData, Field } from './sandbox/endpoint-data.ts';
import { keyOf, requestOf, sampleValues, WHOLE_BODY } from './sandbox/request.ts';
import type { Story } from './sandbox/story.ts';
import { shownRequest } from './shown-request.ts';

export interface PanelProps {
  endpoint: EndpointData;
  collections: Collections;
  story: Story;
  /** What the changes of this story are kept by. */
  kept: string;
}

const languages = { curl: curlSample, JavaScript: javaScriptSample, PHP: phpSample };

/** The fields of a request, the request in code, and what the sandbox answers. */
export function Panel({ endpoint, collections, story, kept }: PanelProps) {
  const id = useId();
  const [values, setValues] = useState(() => sampleValues(endpoint));
  const [token, setToken] = useState(() => tokenOf(story, endpoint.by));
  const [language, setLanguage] = useState<keyof typeof languages>('curl');
  const [said, setSaid] = useState('');
  const [made, setMade] = useState<SandboxAnswer>();
  const code = useRef<HTMLElement>(null);
  const { parameters, body } = endpoint;

  const send = (event: FormEvent) => {
    event.preventDefault();
    const world = newWorld({ story, collections }, { now, uid }, keptState(kept));
    const answered = answer(world, endpoint, { ...requestOf(endpoint, values), token });
    keepState(kept, world.state);
    setMade(answered);
    setSaid(`Answer: ${answered.status}`);
  };
  const startAgain = () => {
    forgetState(kept);
    setValues(sampleValues(endpoint));
    setToken(tokenOf(story, endpoint.by));
    setMade(undefined);
    setSaid('The sandbox and the fields are as at the beginning.');
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code.current?.textContent ?? '');
      setSaid('Copied.');
    } catch {
      setSaid('It could not be copied.');
    }
  };
  const inputs = (fields: readonly Field[]) =>
    fields.map((field) => {
      const key = keyOf(field);
      return (
        <FieldInput
          key={key}
          field={field}
          value={values[key] ?? ''}
          onChange={(value) => setValues({ ...values, [key]: value })}
        />
      );
    });
  return (
    // The sandbox says what is missing, as the product does.
    <form noValidate onSubmit={send}>
      <p>
        The request goes to a sandbox in this page. It begins with the data of the samples and remembers what
        you change until you close the tab. Nothing leaves your browser.
      </p>
      {parameters.length > 0 && (
        <fieldset>
          <legend>Parameters</legend>
          {inputs(parameters)}
        </fieldset>
      )}
      {body && (
        <fieldset>
          <legend>Body</legend>
          {inputs(body.fields)}
          {body.fields.length === 0 && (
            <FieldInput
              field={{ name: 'JSON', in: 'body', type: 'json', required: true }}
              value={values[WHOLE_BODY] ?? ''}
              onChange={(value) => setValues({ ...values, [WHOLE_BODY]: value })}
            />
          )}
        </fieldset>
      )}
      {endpoint.needsToken && <TokenChoice story={story} kept={kept} token={token} onChange={setToken} />}
      <p className="try-it__bar">
        <button type="submit" className="button button--main">
          Send
        </button>
        <button type="button" className="button" onClick={startAgain}>
          Reset
        </button>
        <label htmlFor={`${id}-language`}>Request in</label>
        <select
          id={`${id}-language`}
          value={language}
          // The options are the keys.
          onChange={({ target }) => setLanguage(target.value as keyof typeof languages)}
        >
          {Object.keys(languages).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button type="button" className="button" onClick={copy}>
          Copy
        </button>
        <span role="status">{said}</span>
      </p>
      <Code label="Request" codeRef={code} text={languages[language](shownRequest(endpoint, values))} />
      {made && <Code label={`Answer ${made.status}`} text={textOf(made)} />}
    </form>
  );
}

interface CodeProps {
  label: string;
  text: string;
  codeRef?: Ref<HTMLElement>;
}

function Code({ label, text, codeRef }: CodeProps) {
  return (
    <figure className="try-it__code">
      <figcaption>{label}</figcaption>
      {/* What scrolls must be reachable by key. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <pre tabIndex={0}>
        <code ref={codeRef}>{text}</code>
      </pre>
    </figure>
  );
}

interface TokenChoiceProps {
  story: Story;
  kept: string;
  token: string;
  onChange: (token: string) => void;
}

/** Whose rights the request has. */
function TokenChoice({ story, kept, token, onChange }: TokenChoiceProps) {
  const id = useId();
  const { tokens, ended } = keptState(kept);
  const nameOf = (user: string) => {
    const found = story.users.find(({ uid }) => uid === user);
    return found ? `${found.firstName} ${found.lastName}` : user;
  };
  const all = Object.entries({ ...story.tokens, ...tokens }).map(([value, { user, expired }]) => {
    const mark = expired ? ', expired' : ended.includes(value) ? ', ended' : value in tokens ? ', new' : '';
    return { value, label: `${nameOf(user)}${mark}` };
  });
  return (
    <p className="try-it__field">
      <label htmlFor={id}>Access token of</label>
      <select id={id} value={token} onChange={({ target }) => onChange(target.value)}>
        {all.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value="">nobody: send none</option>
      </select>
    </p>
  );
}

function tokenOf({ tokens }: Story, user: string): string {
  return Object.entries(tokens).find(([, token]) => token.user === user && !token.expired)?.[0] ?? '';
}

function textOf({ body, file, location }: SandboxAnswer): string {
  if (location !== undefined) return `Location: ${location}`;
  if (file !== undefined) return `The file ${file}`;
  return body === undefined ? 'No body' : JSON.stringify(body, null, 2);
}

function now(): string {
  return new Date().toISOString().slice(0, 19).replace('T', ' ');
}

function uid(): string {
  return crypto.randomUUID().replaceAll('-', '');
}
