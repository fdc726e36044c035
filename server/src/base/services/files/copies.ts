import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** `inUseMs`: a copy that was used since stays, whatever the other rules say. */
type Rules = { maxBytes: number; unusedMs: number; inUseMs: number }

/**
 * Deletes copies in the folders below `folder` (each file's mtime is its last use): those not used for
 * `unusedMs`, then the least recently used until at most `maxBytes` are left. @returns how many were deleted
 */
export async function evict(folder: string, { maxBytes, unusedMs, inUseMs }: Rules): Promise<number> {
  const copies: { path: string; bytes: number; used: number }[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(() => undefined) // another process may delete it too
    if (found) copies.push({ path, bytes: found.size, used: found.mtimeMs })
  }
  let total = copies.reduce((sum, { bytes }) => sum + bytes, 0)
  let gone = 0
  const now = Date.now()
  for (const { path, bytes, used } of copies.sort((a, b) => a.used - b.used)) {
    if (now - used < inUseMs) break
    if (now - used < unusedMs && total <= maxBytes) break
    await rm(path, { force: true })
    total -= bytes
    gone++
  }
  return gone
}
