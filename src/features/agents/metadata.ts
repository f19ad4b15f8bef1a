import { parseMcpAddress, type TypedMcpAddress } from '../../model/mcp-address.ts';
import * as urls from '../../model/urls.ts';

/** The only OAuth scope. */
export const SCOPE = 'read';

/** The resource that agents ask for (RFC 8707). `issuer` is the URL of the site without a slash at the end. */
export const buildResourceUrl = (issuer: string) => issuer + urls.MCP_PATH;

/**
 * The MCP endpoint as a client addresses it, such as `https://docs.example/MCP`. Clients refuse metadata of any other
 * resource than the URL that they were given (RFC 9728, section 3.3).
 */
function buildTypedResourceUrl(issuer: string, { path, query }: TypedMcpAddress): string {
  return issuer + (path === '' && query !== '' ? '/' : path) + query;
}

/** Whether a client means the MCP endpoint by this resource, however its user typed the address. */
export function namesMcpResource(issuer: string, resource: string): boolean {
  return resource.startsWith(issuer) && parseMcpAddress(resource.slice(issuer.length)) !== undefined;
}

/** Corrects the path of protected resource metadata for a typed address to that of a route. */
export function correctMetadataTarget(target: string): string {
  const address = parseMetadataTarget(target);
  if (address === undefined) return target;
  return (address.path === '' ? urls.AGENT_RESOURCE_URL : urls.AGENT_MCP_RESOURCE_URL) + address.query;
}

/** The typed address to which protected resource metadata belongs, whose path contains it (RFC 9728, section 3.1). */
export function parseMetadataTarget(target: string): TypedMcpAddress | undefined {
  if (!target.startsWith(urls.AGENT_RESOURCE_URL)) return undefined;
  return parseMcpAddress(target.slice(urls.AGENT_RESOURCE_URL.length));
}

/** Protected resource metadata (RFC 9728). */
export function createResourceMetadata(issuer: string, address: TypedMcpAddress): object {
  return {
    resource: buildTypedResourceUrl(issuer, address),
    authorization_servers: [issuer],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
  };
}

/**
 * Authorization server metadata (RFC 8414), with the fields of OpenID Connect Discovery that some clients require. Users
 * can't sign in with it.
 */
export function createServerMetadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: issuer + urls.AGENT_AUTHORIZE_PATH,
    token_endpoint: issuer + urls.AGENT_TOKEN_URL,
    registration_endpoint: issuer + urls.AGENT_REGISTRATION_URL,
    revocation_endpoint: issuer + urls.AGENT_REVOCATION_URL,
    jwks_uri: issuer + urls.AGENT_KEYS_URL,
    scopes_supported: [SCOPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [buildResourceUrl(issuer), issuer],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}
