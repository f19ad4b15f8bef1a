/** A server that DATABASE_URL names, as a URL with a single host, which the driver understands. */
export interface DatabaseHost {
  /** Name for messages: `db1.example.com:5432`. */
  name: string;
  host: string;
  url: string;
}

type ParsedDatabaseUrl =
  | { hosts: [DatabaseHost, ...DatabaseHost[]]; problem?: never }
  | { hosts?: never; problem: string };

const ADDRESS = /^(?<scheme>postgres(?:ql)?:\/\/)(?<rest>[^/?#]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;
const DEFAULT_PORT = '5432';
const HOSTS_MAX = 10;
/** Values of libpq for servers that can be used. All of them mean the same here: the server that accepts writes. */
const WRITABLE = ['read-write', 'primary', 'any'];

/**
 * Reads `postgres://user:password@a,b:5433/docs?target_session_attrs=read-write` as libpq does: several hosts, each
 * with a port of its own or the default, tried in order. `?host=a,b&port=1,2` works, too.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function parseDatabaseUrl(text: string): ParsedDatabaseUrl {
  const parts = ADDRESS.exec(text)?.groups;
  if (parts === undefined) return { problem: 'must be a postgres:// address' };
  const { scheme = '', rest = '', path = '', query = '' } = parts;
  // A password can contain an unescaped @. A host can't.
  const userEnd = rest.lastIndexOf('@') + 1;
  const user = rest.slice(0, userEnd);
  const parameters = new URLSearchParams(query);
  const target = parameters.get('target_session_attrs');
  if (target !== null && !WRITABLE.includes(target))
    return {
      problem:
        'must have target_session_attrs=read-write or none, because accounts need a server that accepts writes',
    };
  parameters.delete('target_session_attrs');

  const authorities = takeHostList(parameters) ?? rest.slice(userEnd).split(',');
  if (authorities.length > HOSTS_MAX) return { problem: `must name at most ${HOSTS_MAX} hosts` };
  if (authorities.length > 1 && authorities.includes('')) return { problem: 'must not have an empty host' };
  const remainingQuery = parameters.size === 0 ? '' : `?${parameters}`;
  const hosts: DatabaseHost[] = [];
  for (const authority of authorities) {
    const url = `${scheme}${user}${authority}${path}${remainingQuery}`;
    const parsedUrl = URL.parse(url);
    if (parsedUrl === null) return { problem: 'must be a postgres:// address' };
    // The host can be a socket's folder: `postgres:///docs?host=/run/postgresql`.
    const host = decodeURIComponent(parsedUrl.hostname) || (parameters.get('host') ?? 'localhost');
    const port = parsedUrl.port || (parameters.get('port') ?? DEFAULT_PORT);
    hosts.push({ name: `${host}:${port}`, host, url });
  }
  const [first, ...furtherHosts] = hosts;
  return first === undefined
    ? { problem: 'must be a postgres:// address' }
    : { hosts: [first, ...furtherHosts] };
}

/** Takes the hosts of `?host=a,b&port=1,2` out of the query. A single port applies to all hosts. */
function takeHostList(parameters: URLSearchParams): string[] | undefined {
  const names = parameters.get('host')?.split(',') ?? [];
  if (names.length < 2) return undefined;
  const ports = parameters.get('port')?.split(',') ?? [];
  parameters.delete('host');
  parameters.delete('port');
  return names.map((name, index) => {
    const port = ports[index] ?? ports[0];
    return port === undefined ? name : `${name}:${port}`;
  });
}

/** The servers of a URL that was validated when the environment was read. */
export function listDatabaseHosts(text: string): [DatabaseHost, ...DatabaseHost[]] {
  const { hosts, problem } = parseDatabaseUrl(text);
  if (hosts === undefined) throw new Error(`The address of the database ${problem}.`);
  return hosts;
}
