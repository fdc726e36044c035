import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** Money is integer centavos (bigint: an int would end at 21 million pesos). */
export const centavos = () => bigint({ mode: 'number' })
/** UTC. */
export const instant = () => timestamp({ withTimezone: true })
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
