/** The migrated database that every test database is a copy of. */
export const TEMPLATE = 'plantilla'

/** The same with seed and queues, which every test shop is a copy of. */
export const SHOP_TEMPLATE = 'plantilla_tienda'

/** The address of another database of the same server. */
export function urlOfDatabase(server: string, database: string): string {
  return server.replace(NAME, `/${database}?`)
}

/** The name of the database at that address. */
export const nameOfDatabase = (url: string): string => NAME.exec(url)?.[1] ?? ''

const NAME = /\/(\w+)\?/
