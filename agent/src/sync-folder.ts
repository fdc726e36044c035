import { open } from 'node:fs/promises'

/**
 * So that a name does not outlive a power cut without its bytes. Windows has no such call: it fails there.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
