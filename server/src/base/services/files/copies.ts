import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** `inUseMs`: used since then, a copy stays whatever else is said. */
type Rules = { maxBytes: number; unusedMs: number; inUseMs: number }

/**
 * Takes copies away from the folders below `folder` (each file's mtime is its last use): those not used for `unusedMs`, then
 * the ones used longest ago until at most `maxBytes` are left. @returns how many went
 */
export async function evict(folder: string, { maxBytes, unusedMs, inUseMs }: Rules): Promise<number> {
  const copies: { path: string; bytes: number; used: number }[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(() => undefined) // another process may take it away too
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
