import type { DataFile } from './data-file.ts';

/**
 * Accounts and everything that every installation stores. Its migrations are in `migrations.ts`. Features declare files
 * of their own.
 */
export const accountsFile = {
  name: 'accounts',
  durable: true,
  connections: 10,
  migrations: [],
  tables: {
    accounts: {
      restored: 'replace',
      columns:
        'id email name role disabled password_hash issuer subject created_at last_sign_in_at group_names',
      derived: 'folded folded_from',
    },
    sessions: {
      restored: 'end',
      columns: 'token_hash account_id created_at last_seen_at verified_at device network',
    },
    provider_sessions: {
      restored: 'end',
      columns: 'token_hash sid renewal checked_at claimed_until',
    },
    passkeys: {
      restored: 'replace',
      columns: 'id account_id name public_key counter transports created_at last_used_at',
    },
    one_time_codes: {
      restored: 'replace',
      columns: 'account_id secret last_step created_at',
    },
    recovery_codes: { restored: 'replace', columns: 'account_id code_hash' },
    pending_sign_ins: {
      restored: 'end',
      columns: 'token_hash account_id password_hash expires_at',
      fleeting: true,
    },
    challenges: { restored: 'end', columns: 'key text expires_at', fleeting: true },
    attempts: { restored: 'keep', columns: 'key at expires_at', derived: 'id' },
    known_addresses: { restored: 'replace', columns: 'account_id address expires_at' },
    setup_links: { restored: 'end', columns: 'token_hash expires_at', fleeting: true },
    audit: {
      restored: 'add',
      columns: 'at event by_whom account_id email from_address detail',
      derived: 'id',
    },
    invites: { restored: 'end', columns: 'token_hash account_id expires_at' },
    reset_links: { restored: 'end', columns: 'token_hash account_id expires_at' },
    personal_tokens: {
      restored: 'end',
      columns: 'token_hash account_id name created_at expires_at last_used_at client',
    },
    agent_records: {
      restored: 'end',
      columns: 'id kind token_hash payload expires_at consumed_at',
    },
    deploy_tokens: {
      restored: 'end',
      columns: 'token_hash name made_by created_at expires_at last_used_at',
    },
    email_changes: { restored: 'end', columns: 'token_hash account_id email expires_at' },
    mails: {
      restored: 'keep',
      columns: 'id kind account_id email detail created_at due_at claimed_until attempts uncertain',
    },
    duties: {
      restored: 'keep',
      columns: 'name holder held_until tried_at failure',
      fleeting: true,
    },
    // A restored backup adds only settings that are missing: a later announcement stays.
    settings: { restored: 'add', columns: 'name value at' },
  },
} as const satisfies DataFile;

export type AccountTables = typeof accountsFile.tables;
