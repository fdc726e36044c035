import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Without this a power cut may leave an acknowledged file empty, or, for its folder, without its name. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

export async function syncAndRename(from: string, to: string): Promise<void> {
  await sync(from)
  await rename(from, to)
  await sync(dirname(to))
}

/** For a `catch`: undefined where there is no such file. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
