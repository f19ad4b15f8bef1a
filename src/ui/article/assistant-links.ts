/** What an assistant must be told to reach the documentation. */
interface ToolsServer {
  /** Of the site. */
  name: string;
  /** Of its MCP endpoint. */
  url: string;
  /** It has to bring a token of its reader; otherwise it asks them by itself. */
  needsToken: boolean;
}

/** https://cursor.com/docs/mcp/install-links. A token is looked up where the editor runs, and is in no link. */
export function cursorLink(server: ToolsServer): string {
  const config = encodeURIComponent(inBase64(JSON.stringify(connection(server, 'env:GATEHOUSE_TOKEN'))));
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(server.name)}&config=${config}`;
}

/** https://code.visualstudio.com/docs/copilot/customization/mcp-servers: the editor asks for a token, and keeps it. */
export function vsCodeLink(server: ToolsServer): string {
  const { name, needsToken } = server;
  const token = { type: 'promptString', id: 'token', description: `${name}: token`, password: true };
  const config = {
    name,
    type: 'http',
    ...connection(server, 'input:token'),
    ...(needsToken && { inputs: [token] }),
  };
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
}

/** What is pasted where there are no links: a command, and the file that most other assistants read. */
export function pastedTexts(server: ToolsServer): { name: string; text: string }[] {
  const { url, needsToken } = server;
  const name = server.name.replace(/[^\w-]+/g, '-');
  const header = needsToken ? ' --header "Authorization: Bearer $GATEHOUSE_TOKEN"' : '';
  const file = { mcpServers: { [name]: { type: 'http', ...connection(server, 'GATEHOUSE_TOKEN') } } };
  return [
    { name: 'Claude Code', text: `claude mcp add --transport http ${name} ${url}${header}` },
    { name: 'mcp.json', text: JSON.stringify(file, null, 2) },
  ];
}

/** Assistants that take what one wants to ask in their address. */
export function openLinks(prompt: string): { name: string; href: string }[] {
  const asked = encodeURIComponent(prompt);
  return [
    { name: 'ChatGPT', href: `https://chatgpt.com/?q=${asked}` },
    { name: 'Claude', href: `https://claude.ai/new?q=${asked}` },
  ];
}

/** `token`: where the program finds it, as programs write what they fill in. */
function connection({ url, needsToken }: ToolsServer, token: string) {
  return needsToken ? { url, headers: { Authorization: `Bearer \${${token}}` } } : { url };
}

function inBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
