import * as urls from '../../model/urls.ts';

/** All that there is to allow. */
export const SCOPE = 'read';

/** `issuer`: the address of the site with its base path, without a slash at its end. What agents ask for (RFC 8707). */
export const resourceOf = (issuer: string) => issuer + urls.MCP_PATH;

/** RFC 9728. */
export function resourceMetadata(issuer: string): object {
  return {
    resource: resourceOf(issuer),
    authorization_servers: [issuer],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
  };
}

/** RFC 8414, and as much of OpenID Connect Discovery as clients ask for that look there: nobody signs in by it. */
export function serverMetadata(issuer: string): object {
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
    protected_resources: [resourceOf(issuer)],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}
