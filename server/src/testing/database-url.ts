/** The migrated database that every test database is a copy of. */
export const TEMPLATE = 'plantilla'

/** The address of another database of the same server. */
export function urlOfDatabase(server: string, database: string): string {
  return server.replace(/\/\w+\?/, `/${database}?`)
}
