interface ToolsServer {
  /** Of the site. */
  name: string;
  /** Of its MCP endpoint. */
  url: string;
}

/** https://cursor.com/docs/mcp/install-links. The token is looked up where the editor runs, and is in no link. */
export function cursorLink({ name, url }: ToolsServer): string {
  const config = { url, headers: { Authorization: `Bearer ${reference('env:GATEHOUSE_TOKEN')}` } };
  const encoded = encodeURIComponent(inBase64(JSON.stringify(config)));
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${encoded}`;
}

/** https://code.visualstudio.com/docs/copilot/customization/mcp-servers: the editor asks for the token, and keeps it. */
export function vsCodeLink({ name, url }: ToolsServer): string {
  const config = {
    name,
    type: 'http',
    url,
    headers: { Authorization: `Bearer ${reference('input:token')}` },
    inputs: [{ type: 'promptString', id: 'token', description: `${name}: token`, password: true }],
  };
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
}

/** Assistants that take what one wants to ask in their address. */
export function openLinks(prompt: string): { name: string; href: string }[] {
  const asked = encodeURIComponent(prompt);
  return [
    { name: 'ChatGPT', href: `https://chatgpt.com/?q=${asked}` },
    { name: 'Claude', href: `https://claude.ai/new?q=${asked}` },
  ];
}

/** As both editors write what they fill in. */
function reference(what: string): string {
  return `\${${what}}`;
}

function inBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
