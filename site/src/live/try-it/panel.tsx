import { AnswerFigure, FieldInput, RequestCode } from 'gatehouse/try-it';
import { type FormEvent, useMemo, useState } from 'react';
import { Button } from '../../button.tsx';
import { Choice } from '../../choice.tsx';
import { keepState, readKeptState, useKeptText } from './keep-state.ts';
import { OwnServer, useOwnServer } from './own-server.tsx';
import { moveEndpoint, nameSampleWorkspace, type RealAnswer, sendToServer } from './real-server.ts';
import { answer, createWorld } from './sandbox/answer.ts';
import type { SandboxAnswer } from './sandbox/call.ts';
import type { Collections, EndpointData, Field } from './sandbox/endpoint-data.ts';
import { createSampleValues, makeKey, makeRequest, type Values, WHOLE_BODY } from './sandbox/request.ts';
import { startState } from './sandbox/state.ts';
import type { Story } from './sandbox/story.ts';
import { suggestRequest } from './sandbox/suggest.ts';
import { formatRequest } from './shown-request.ts';
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

/** The fields of a request, the request in code, and what the sandbox or a real server answers. */
export function Panel({ endpoint, collections, story, kept: initialState, servers }: PanelProps) {
  const [enteredValues, setEnteredValues] = useState<Values>({});
  const [chosenToken, setToken] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const [realAnswer, setRealAnswer] = useState<RealAnswer>();
  /** How long the last answer took. */
  const [milliseconds, setMilliseconds] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [files, setFiles] = useState<ReadonlyMap<string, File>>(new Map());
  /** Origin of the chosen server. Empty for the sandbox. */
  const [origin, setOrigin] = useState('');
  const { server, change, forget } = useOwnServer(origin, nameSampleWorkspace(endpoint));
  const { parameters, body } = endpoint;
  const keptText = useKeptText(initialState);
  const suggestion = useMemo(
    () =>
      suggestRequest(
        createWorld({ story, collections, now: formatNow, uid: createUid }, JSON.parse(keptText)),
        endpoint,
      ),
    [story, collections, endpoint, keptText],
  );
  /** The request that changed the sandbox last. It stays in the fields until another part changes something. */
  const [sentRequest, setSentRequest] = useState({ ...suggestion, keptText: '' });
  const fieldsRequest = sentRequest.keptText === keptText ? sentRequest : suggestion;
  const firstValues = origin === '' ? fieldsRequest.values : createSampleValues(endpoint);
  const values: Values = { ...firstValues, ...enteredValues };
  const token = chosenToken ?? fieldsRequest.token;
  const setValue = (key: string, value: string) => {
    setEnteredValues({ ...enteredValues, [key]: value });
  };
  const shownEndpoint = origin === '' ? endpoint : moveEndpoint(endpoint, server);

  const askSandbox = () => {
    const startedAt = performance.now();
    const world = createWorld(
      { story, collections, now: formatNow, uid: createUid },
      readKeptState(initialState),
    );
    const sandboxAnswer = answer(world, endpoint, { ...makeRequest(endpoint, values), token });
    keepState(initialState, world.state);
    setSentRequest({ values, token, keptText: JSON.stringify(readKeptState(initialState)) });
    show({ status: sandboxAnswer.status, text: formatAnswer(sandboxAnswer) }, startedAt);
  };
  const show = (realAnswer: RealAnswer, startedAt: number) => {
    setRealAnswer(realAnswer);
    setMilliseconds(Math.max(1, Math.round(performance.now() - startedAt)));
    setAnnouncement('status' in realAnswer ? `Response: ${realAnswer.status}` : 'No response.');
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (origin === '') return askSandbox();
    setBusy(true);
    setAnnouncement(`Waiting for ${origin}…`);
    const startedAt = performance.now();
    show(await sendToServer(endpoint, values, files, server), startedAt);
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
  const drawInputs = (fields: readonly Field[]) =>
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
            options={[['', 'the sandbox in this page'], ...servers.map((item) => [item, item] as const)]}
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
          {drawInputs(parameters)}
        </fieldset>
      )}
      {body && (
        <fieldset>
          <legend>Body</legend>
          {drawInputs(body.fields)}
          {body.fields.length === 0 && (
            <FieldInput
              field={{ name: 'JSON', type: 'json', required: true }}
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
        <span role="status" className={realAnswer && !isBusy ? 'visually-hidden' : undefined}>
          {announcement}
        </span>
      </p>
      <RequestCode request={formatRequest(shownEndpoint, values)} />
      {realAnswer && 'status' in realAnswer && (
        <AnswerFigure status={realAnswer.status} text={realAnswer.text} milliseconds={milliseconds} />
      )}
      {realAnswer && 'problem' in realAnswer && <p role="alert">{realAnswer.problem}</p>}
    </form>
  );
}

function formatAnswer({ body, file, location }: SandboxAnswer): string {
  if (location !== undefined) return `Location: ${location}`;
  if (file !== undefined) return `The file ${file}`;
  return body === undefined ? 'No body' : JSON.stringify(body, null, 2);
}

function formatNow(): string {
  return new Date().toISOString().slice(0, 19).replace('T', ' ');
}

function createUid(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
