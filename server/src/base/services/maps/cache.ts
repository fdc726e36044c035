import { eq, lte } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { mapas_cache } from '../../db/schema/services.ts'

export type MapsCache = {
  /**
   * The remembered value, or the answer of `ask`, which is then remembered `forMs`. Null: asked, and it does
   * not exist.
   */
  remember<T extends object>(
    key: string,
    ask: () => Promise<{ value: T | null; forMs: number }>,
  ): Promise<T | null>
}

/** In the database: every process profits, and a restart forgets nothing. */
export function createMapsCache(db: Db, now: () => Date): MapsCache {
  const underWay = new Map<string, Promise<object | null>>()

  async function look(clave: string, ask: () => Promise<{ value: object | null; forMs: number }>) {
    const [known] = await db.select().from(mapas_cache).where(eq(mapas_cache.clave, clave))
    if (known && known.vence > now()) return known.valor as object | null
    const { value, forMs } = await ask()
    const row = { valor: value, vence: new Date(now().getTime() + forMs) }
    await db
      .insert(mapas_cache)
      .values({ clave, ...row })
      .onConflictDoUpdate({ target: mapas_cache.clave, set: row })
    return value
  }

  return {
    /** Calls for the same key at the same time wait for one answer. */
    remember<T extends object>(clave: string, ask: () => Promise<{ value: T | null; forMs: number }>) {
      const mine = underWay.get(clave) ?? look(clave, ask).finally(() => underWay.delete(clave))
      underWay.set(clave, mine)
      return mine as Promise<T | null>
    },
  }
}

export async function forgetMaps({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  await db.delete(mapas_cache).where(lte(mapas_cache.vence, now()))
}
