import { eq, inArray, lt } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { videos } from '../../base/db/schema/videos.ts'

type Video = typeof videos.$inferSelect

export async function insertVideo(db: Queryable, row: Video): Promise<void> {
  await db.insert(videos).values(row)
}

export async function findVideos(db: Queryable, ids: string[]): Promise<Video[]> {
  return ids.length === 0 ? [] : db.select().from(videos).where(inArray(videos.id, ids))
}

export const findVideosBefore = (db: Queryable, before: Date): Promise<Video[]> =>
  db.select().from(videos).where(lt(videos.creado, before))

/**
 * Whether it exists; if so, it stays until the transaction ends. `for update`: no other transaction holds it
 * meanwhile.
 */
export async function holdVideo(tx: Tx, id: string, how: 'key share' | 'update'): Promise<boolean> {
  const held = await tx.select({ id: videos.id }).from(videos).where(eq(videos.id, id)).for(how)
  return held.length > 0
}

export async function deleteVideo(tx: Tx, id: string): Promise<void> {
  await tx.delete(videos).where(eq(videos.id, id))
}
