import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { kit_banderas } from '../../base/db/schema/kit-banderas.ts'

export type Kit = { sha256: string; paginas: number; subido: Date }

/** The kit without its bytes; undefined where there is none. */
export async function findKit(db: Queryable): Promise<Kit | undefined> {
  const { sha256, paginas, subido } = kit_banderas
  const [found] = await db.select({ sha256, paginas, subido }).from(kit_banderas)
  return found
}

/** Undefined if there is no kit with that hash any more. */
export async function findKitBytes(db: Queryable, sha256: string): Promise<Buffer | undefined> {
  const [found] = await db
    .select({ bytes: kit_banderas.bytes })
    .from(kit_banderas)
    .where(eq(kit_banderas.sha256, sha256))
  return found?.bytes
}

/** Replaces the previous one. */
export async function putKit(
  db: Queryable,
  { bytes, paginas, subido }: { bytes: Buffer; paginas: number; subido: Date },
): Promise<Kit> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const row = { bytes, sha256, paginas, subido }
  await db
    .insert(kit_banderas)
    .values({ id: 1, ...row })
    .onConflictDoUpdate({ target: kit_banderas.id, set: row })
  return { sha256, paginas, subido }
}

export async function deleteKit(db: Queryable): Promise<void> {
  await db.delete(kit_banderas)
}
