import { parts } from 'virtual:feature-parts/page-menu';
import { grantsTokens, hasMcp } from 'virtual:site/has';
import * as texts from 'virtual:site/texts';
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ACCOUNT_PATH, buildMarkdownPath, MCP_PATH, pageHref } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { adoptStyle } from '../adopt-style.ts';
import { callApi } from '../api-client.ts';
import { fillText } from '../fill-text.ts';
import { announce } from '../shell/announcer.tsx';
import { ARTICLE_ID } from '../shell/element-ids.ts';
import { Copy, createIcon } from '../shell/icons.tsx';
import { type AssistantAccess, chooseAccess } from './assistant-access.ts';
import style from './assistant-menu.css?inline';
import { findReportedPage, readPassage } from './report/passage.ts';

/** Icons of Lucide: `../shell/icons.tsx` has their licence. */
const FileIcon = createIcon(
  'M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7Z',
  'M14 2v4a2 2 0 0 0 2 2h4',
  'M16 13H8',
  'M16 17H8',
);
const Plug = createIcon('M12 22v-5', 'M9 8V2', 'M15 8V2', 'M18 8v5a4 4 0 0 1-4 4h-4a4 4 0 0 1-4-4V8Z');
const Flag = createIcon(
  'M4 22V4a1 1 0 0 1 .4-.8C5.5 2.4 6.7 2 8 2c3 0 5 2 7.333 2q2 0 3.067-.8A1 1 0 0 1 20 4v10a1 1 0 0 1-.4.8C18.5 15.6 17.3 16 16 16c-3 0-5-2-8-2q-2.4 0-4 1',
);
const Message = createIcon('M7.9 20A9 9 0 1 0 4 16.1L2 22Z');

export interface AssistantMenuProps {
  id: string;
  /** Path of the page. */
  path: string;
  /** `wasKey`: closed with Escape, so the focus returns. */
  onClose: (wasKey: boolean) => void;
}

interface MenuProps extends AssistantMenuProps {
  access: AssistantAccess | undefined;
}

/** Loads how assistants of this site get access, and returns the menu. */
export async function loadMenu(): Promise<ComponentType<AssistantMenuProps>> {
  const access = await loadAccess();
  return (props) => <AssistantMenu {...props} access={access} />;
}

async function loadAccess(): Promise<AssistantAccess | undefined> {
  if (!hasMcp || !grantsTokens) return undefined;
  const result = await callApi('GET /api/v1/account/tokens', {});
  return result.done ? chooseAccess(result.answer) : { needsToken: true, hasPersonalTokens: true };
}

/** Menu for using the page with an assistant: a list of links for mouse and keyboard. */
function AssistantMenu({ id, path, onClose, access }: MenuProps) {
  adoptStyle(style);
  const panel = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const [copiedText, setCopied] = useState('');
  const needsToken = access?.needsToken ?? false;
  const server = { name: location.hostname, url: location.origin + MCP_PATH, needsToken };
  const prompt = fillText(texts.assistantPrompt, { address: location.origin + pageHref(path) });

  const reportedPage = findReportedPage();
  /** The report quotes the selected words, if there are any. */
  const report = (page: string) => {
    const article = document.getElementById(ARTICLE_ID);
    const passage = (article && readPassage(article)) ?? '';
    onClose(true);
    runInBackground(
      import('./report/report-dialog.tsx').then((dialog) => dialog.reportProblem({ page, passage })),
    );
  };

  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
    const closeOutside = ({ target }: Event) => {
      const around = panel.current?.parentElement;
      if (target instanceof Node && !around?.contains(target)) close.current(false);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close.current(true);
    };
    const over = new AbortController();
    const { signal } = over;
    for (const kind of ['pointerdown', 'focusin']) document.addEventListener(kind, closeOutside, { signal });
    document.addEventListener('keydown', onKey, { signal });
    return () => over.abort();
  }, []);

  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(text);
        announce(texts.copied);
      },
      // The browser denied copying. The links below have the same.
      () => setCopied(''),
    );
  const copies = [
    { label: texts.copyToolsAddress, text: server.url },
    ...listPastedTexts(server).map(({ name, text }) => ({
      label: fillText(texts.copyForClient, { name }),
      text,
    })),
  ];

  return (
    <section className="assistant-menu" id={id} ref={panel} aria-label={texts.assistantMenu}>
      <MenuGroup label={texts.assistantPage}>
        <li>
          <a href={pageHref(buildMarkdownPath(path))}>
            <FileIcon size={16} />
            {texts.viewMarkdown}
          </a>
        </li>
        {parts.map((Part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <Part key={index} path={path} hasChapter={isInCategory()} />
        ))}
        {reportedPage !== undefined && (
          <li>
            <button type="button" onClick={() => report(reportedPage)}>
              <Flag size={16} />
              {texts.reportProblem}
            </button>
          </li>
        )}
      </MenuGroup>
      {access && (
        <MenuGroup label={texts.assistantConnect}>
          {copies.map(({ label, text }) => (
            <li key={label}>
              <button type="button" onClick={() => runInBackground(copy(text))}>
                <Copy size={16} />
                {copiedText === text ? texts.copied : label}
              </button>
            </li>
          ))}
          {listEditorLinks(server).map(({ name, href }) => (
            <li key={name}>
              <a href={href}>
                <Plug size={16} />
                {fillText(texts.addToEditor, { name })}
              </a>
            </li>
          ))}
        </MenuGroup>
      )}
      <MenuGroup label={texts.assistantAsk}>
        {listAssistantLinks(prompt).map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noopener noreferrer">
              <Message size={16} />
              {fillText(texts.openInAssistant, { name })}
            </a>
          </li>
        ))}
      </MenuGroup>
      {access && (
        <p>
          {needsToken ? texts.assistantNote : texts.assistantAsks}{' '}
          <a href={`${ACCOUNT_PATH}#tokens`}>
            {needsToken
              ? texts.assistantToken
              : access.hasPersonalTokens
                ? texts.tokensTitle
                : texts.connectedApps}
          </a>
        </p>
      )}
    </section>
  );
}

/** Whether the sidebar shows the page inside a category, and not beside the categories. */
function isInCategory(): boolean {
  return document.querySelector('.menu__list .menu__list [aria-current="page"]') !== null;
}

function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className="assistant-menu__group">
      <h2 id={id}>{label}</h2>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  );
}

/** How an assistant reaches the documentation. */
interface ToolsServer {
  /** Name of the site. */
  name: string;
  /** URL of the MCP endpoint. */
  url: string;
  /** Whether it needs a personal token. Otherwise it asks the reader for access by OAuth. */
  needsToken: boolean;
}

/** Links that add the server to an editor. */
function listEditorLinks(server: ToolsServer): { name: string; href: string }[] {
  return [
    { name: 'Cursor', href: createCursorLink(server) },
    { name: 'VS Code', href: createVsCodeLink(server) },
  ];
}

/**
 * https://cursor.com/docs/mcp/install-links. The editor reads the token from its environment, so no link contains it.
 */
function createCursorLink(server: ToolsServer): string {
  const config = encodeURIComponent(
    encodeBase64(JSON.stringify(createConnection(server, 'env:GATEHOUSE_TOKEN'))),
  );
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(server.name)}&config=${config}`;
}

/**
 * https://code.visualstudio.com/docs/copilot/customization/mcp-servers: the editor asks for the token and stores it.
 */
function createVsCodeLink(server: ToolsServer): string {
  const { name, needsToken } = server;
  const token = { type: 'promptString', id: 'token', description: `${name}: token`, password: true };
  const config = {
    name,
    type: 'http',
    ...createConnection(server, 'input:token'),
    ...(needsToken && { inputs: [token] }),
  };
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
}

/** Lists texts to paste for clients without install links: a command, and the file that most other assistants read. */
function listPastedTexts(server: ToolsServer): { name: string; text: string }[] {
  const { url, needsToken } = server;
  const name = server.name.replace(/[^\w-]+/g, '-');
  const header = needsToken ? ' --header "Authorization: Bearer $GATEHOUSE_TOKEN"' : '';
  const file = { mcpServers: { [name]: { type: 'http', ...createConnection(server, 'GATEHOUSE_TOKEN') } } };
  return [
    { name: 'Claude Code', text: `claude mcp add --transport http ${name} ${url}${header}` },
    { name: 'mcp.json', text: JSON.stringify(file, null, 2) },
  ];
}

/** Links to assistants that accept a prompt in their URL. */
function listAssistantLinks(prompt: string): { name: string; href: string }[] {
  const question = encodeURIComponent(prompt);
  return [
    { name: 'ChatGPT', href: `https://chatgpt.com/?q=${question}` },
    { name: 'Claude', href: `https://claude.ai/new?q=${question}` },
  ];
}

/** `token`: reference to the token in the syntax of the client. */
function createConnection({ url, needsToken }: ToolsServer, token: string) {
  return needsToken ? { url, headers: { Authorization: `Bearer \${${token}}` } } : { url };
}

function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
