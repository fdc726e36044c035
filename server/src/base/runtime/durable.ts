import { randomBytes } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

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

/** So that no reader sees half of it, also where several callers make it at once, or the process or the power ends. */
export async function writeWhole(path: string, bytes: string | Uint8Array): Promise<void> {
  // The sweep removes dotted names
  const unfinished = join(dirname(path), `.${basename(path)}-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(unfinished, bytes, { flush: true })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** For a `catch`: undefined where there is no such file. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
