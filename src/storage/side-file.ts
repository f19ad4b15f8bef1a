/** A SQLite file in `DATA_DIR` beside the accounts: in a backup, a restored store and a copy it goes with them. */
export interface SideFile {
  file: string;
  /** `CREATE … IF NOT EXISTS`. */
  schema: string;
  tables: readonly string[];
}
