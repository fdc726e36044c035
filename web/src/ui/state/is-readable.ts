/**
 * False for a file that was deleted, moved or changed since the pick: the browser refuses to read it, and
 * uploads always fail.
 */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
