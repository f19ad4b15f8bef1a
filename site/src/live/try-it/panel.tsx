import { writeCurlSample, writeJavaScriptSample, writePhpSample } from 'gatehouse/api-samples';
import { type FormEvent, type Ref, useMemo, useRef, useState } from 'react';
import { Button } from '../../button.tsx';
import { Choice } from '../../choice.tsx';
import { FieldInput } from './field-input.tsx';
import { keepState, keptState, useKeptText } from './keep-state.ts';
import { OwnServer, useOwnServer } from './own-server.tsx';
import { endpointAt, type RealAnswer, sampleWorkspace, sendToServer } from './real-server.ts';
import { answer, newWorld } from './sandbox/answer.ts';
import type { SandboxAnswer } from './sandbox/call.ts';
import type { Collections, EndpointData, Field } from './sandbox/endpoint-data.ts';
import { makeKey, makeRequest, sampleValues, type Values, WHOLE_BODY } from './sandbox/request.ts';
import { startState } from './sandbox/state.ts';
import type { Story } from './sandbox/story.ts';
import { suggestRequest } from './sandbox/suggest.ts';
import { shownRequest } from './shown-request.ts';
import { TokenChoice } from './token-choice.tsx';

export interface PanelProps {
  endpoint: EndpointData;
  collections: Collections;
  story: Story;
  /** Key under which changes of this story are stored. */
  kept: string;
  /** Origins of real servers that the reader may choose instead of the sandbox. */
  servers: readonly string[];
}

const languages = { curl: writeCurlSample, JavaScript: writeJavaScriptSample, PHP: writePhpSample };
const languageNames = (['curl', 'JavaScript', 'PHP'] as const).map((name) => [name, name] as const);

/** The fields of a request, the request in code, and what the sandbox or a real server answers. */
export function Panel({ endpoint, collections, story, kept: initialState, servers }: PanelProps) {
  const [enteredValues, setEnteredValues] = useState<Values>({});
  const [chosenToken, setToken] = useState<string>();
  const [language, setLanguage] = useState<keyof typeof languages>('curl');
  const [announcement, setAnnouncement] = useState('');
  const [realAnswer, setRealAnswer] = useState<RealAnswer>();
  const [isBusy, setBusy] = useState(false);
  const [files, setFiles] = useState<ReadonlyMap<string, File>>(new Map());
  /** Origin of the chosen server. Empty for the sandbox. */
  const [origin, setOrigin] = useState('');
  const { server, change, forget } = useOwnServer(origin, sampleWorkspace(endpoint));
  const code = useRef<HTMLElement>(null);
  const { parameters, body } = endpoint;
  const keptText = useKeptText(initialState);
  const suggestion = useMemo(
    () => suggestRequest(newWorld({ story, collections, now, uid }, JSON.parse(keptText)), endpoint),
    [story, collections, endpoint, keptText],
  );
  /** The request that changed the sandbox last. It stays in the fields until another part changes something. */
  const [sentRequest, setSentRequest] = useState({ ...suggestion, keptText: '' });
  const fieldsRequest = sentRequest.keptText === keptText ? sentRequest : suggestion;
  const firstValues = origin === '' ? fieldsRequest.values : sampleValues(endpoint);
  const values: Values = { ...firstValues, ...enteredValues };
  const token = chosenToken ?? fieldsRequest.token;
  const setValue = (key: string, value: string) => setEnteredValues({ ...enteredValues, [key]: value });
  const shownEndpoint = origin === '' ? endpoint : endpointAt(endpoint, server);

  const askSandbox = () => {
    const world = newWorld({ story, collections, now, uid }, keptState(initialState));
    const sandboxAnswer = answer(world, endpoint, { ...makeRequest(endpoint, values), token });
    keepState(initialState, world.state);
    setSentRequest({ values, token, keptText: JSON.stringify(keptState(initialState)) });
    show({ status: sandboxAnswer.status, text: formatAnswer(sandboxAnswer) });
  };
  const show = (realAnswer: RealAnswer) => {
    setRealAnswer(realAnswer);
    setAnnouncement('status' in realAnswer ? `Answer: ${realAnswer.status}` : 'No answer.');
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (origin === '') return askSandbox();
    setBusy(true);
    setAnnouncement(`Waiting for ${origin}…`);
    show(await sendToServer(endpoint, values, files, server));
    setBusy(false);
  };
  const startAgain = () => {
    setEnteredValues({});
    setFiles(new Map());
    setRealAnswer(undefined);
    if (origin === '') {
      keepState(initialState, startState);
      setToken(undefined);
      setAnnouncement('The sandbox and the fields are as at the beginning.');
    } else {
      forget();
      setAnnouncement('The fields are as at the beginning, and your token is forgotten.');
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code.current?.textContent ?? '');
      setAnnouncement('Copied.');
    } catch {
      setAnnouncement('It could not be copied.');
    }
  };
  const inputs = (fields: readonly Field[]) =>
    fields.map((field) => {
      const key = makeKey(field);
      return (
        <FieldInput
          key={key}
          field={field}
          value={values[key] ?? ''}
          onChange={(value) => setValue(key, value)}
          onFile={
            origin === ''
              ? undefined
              : (file) => {
                  setValue(key, file?.name ?? '');
                  setFiles(
                    new Map(file ? [...files, [key, file]] : [...files].filter(([one]) => one !== key)),
                  );
                }
          }
        />
      );
    });
  return (
    // The sandbox says what is missing, as the product does.
    <form
      noValidate
      onSubmit={(event) => {
        send(event).catch(console.error);
      }}
    >
      {servers.length > 0 && (
        <p className="try-it__field">
          <Choice
            label="Send to"
            value={origin}
            options={[['', 'the sandbox in this page'], ...servers.map((one) => [one, one] as const)]}
            onChange={(value) => {
              setOrigin(value);
              setRealAnswer(undefined);
              setAnnouncement('');
            }}
          />
        </p>
      )}
      {origin === '' ? (
        <p>
          The request goes to a sandbox in this page. It begins with the data of the samples and remembers
          what you change until you close the tab. Nothing leaves your browser.
        </p>
      ) : (
        <p>
          The request goes from your browser to {origin}, with your token and your rights: what it changes is
          changed there. The token is kept nowhere; it is gone when you load the page again.
        </p>
      )}
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
              onChange={(value) => setValue(WHOLE_BODY, value)}
            />
          )}
        </fieldset>
      )}
      {origin !== '' && <OwnServer server={server} change={change} needsToken={endpoint.needsToken} />}
      {origin === '' && endpoint.needsToken && (
        <TokenChoice story={story} kept={initialState} token={token} onChange={setToken} />
      )}
      <p className="try-it__bar">
        <button type="submit" className="button button--main" aria-disabled={isBusy}>
          {origin === '' ? 'Send' : `Send to ${new URL(origin).host}`}
        </button>
        <Button onClick={startAgain}>Reset</Button>
        <Choice label="Request in" value={language} options={languageNames} onChange={setLanguage} />
        <Button
          onClick={() => {
            copy().catch(console.error);
          }}
        >
          Copy
        </Button>
        <span role="status">{announcement}</span>
      </p>
      <Code label="Request" codeRef={code} text={languages[language](shownRequest(shownEndpoint, values))} />
      {realAnswer && 'status' in realAnswer && (
        <Code label={`Answer ${realAnswer.status}`} text={realAnswer.text} />
      )}
      {realAnswer && 'problem' in realAnswer && <p role="alert">{realAnswer.problem}</p>}
    </form>
  );
}

function Code({ label, text, codeRef }: { label: string; text: string; codeRef?: Ref<HTMLElement> }) {
  return (
    <figure className="try-it__code">
      <figcaption>{label}</figcaption>
      {/* A scrolling area must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <pre tabIndex={0}>
        <code ref={codeRef}>{text}</code>
      </pre>
    </figure>
  );
}

function formatAnswer({ body, file, location }: SandboxAnswer): string {
  if (location !== undefined) return `Location: ${location}`;
  if (file !== undefined) return `The file ${file}`;
  return body === undefined ? 'No body' : JSON.stringify(body, null, 2);
}

function now(): string {
  return new Date().toISOString().slice(0, 19).replace('T', ' ');
}

function uid(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
