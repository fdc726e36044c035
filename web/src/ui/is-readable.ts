/** Deleted, moved or changed since it was picked: the browser then refuses to read it, and uploads fail for ever. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
