/** An element of an XML file; names without their namespace prefix. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
}

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/y;

/** Reads the XML that BPMN files are made of; a string says what is wrong with it. */
export function readXml(text: string): XmlElement | string {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) return `It is no XML at line ${text.slice(0, at).split('\n').length}.`;
    const [, data, closing, name, attributes = '', selfClosing, plain] = match;
    const current = open.at(-1) ?? root;
    if (name === undefined) {
      current.text += data ?? decode(plain ?? '');
    } else if (closing) {
      if (current.name !== local(name))
        return `<${name}> is closed at line ${text.slice(0, at).split('\n').length}, but not open.`;
      open.pop();
    } else {
      const element = { name: local(name), attributes: readAttributes(attributes), children: [], text: '' };
      current.children.push(element);
      if (!selfClosing) open.push(element);
    }
  }
  const [first] = root.children;
  if (open.length > 1) return `<${open.at(-1)?.name}> is never closed.`;
  return first ?? 'It holds no element.';
}

function readAttributes(text: string): Record<string, string> {
  const found = [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return Object.fromEntries(
    found.map(([, name = '', double, single]) => [local(name), decode(double ?? single ?? '')]),
  );
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal || hex) return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16));
    return entities[name] ?? whole;
  });
}
