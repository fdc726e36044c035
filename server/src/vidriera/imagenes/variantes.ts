import { readFile } from 'node:fs/promises'
import type { Ancho, ImagenFormato } from '@imprimitodo/shared/rules/vidriera/imagen'
import { createLine } from '../../base/http/line.ts'
import { loadSharp } from '../../base/pdf/read/sharp.ts'
import { writeWhole } from '../../base/runtime/durable.ts'
import type { FileStore } from '../../base/services/files/port.ts'

/**
 * Limited, since each keeps a core busy for up to half a second, in the threads that files and hashes need
 * too.
 */
const AT_ONCE = 2
/** No picture is shown taller than twice its width. */
const MAX_HEIGHT = 2

/**
 * Widths and formats of kept pictures: made when first asked for and kept; calls meanwhile wait for the same
 * one. Remembers in memory which ones this process is making.
 */
export function createVariantes(files: FileStore) {
  const underWay = new Map<string, Promise<Buffer>>()
  const inTurn = createLine(AT_ONCE)

  async function make(id: string, ancho: Ancho, formato: ImagenFormato, path: string): Promise<Buffer> {
    const original = await readFile(await files.pathOf(id))
    const bytes = await inTurn(() => encode(original, ancho, formato))
    await writeWhole(path, bytes)
    return bytes
  }

  return {
    /** The bytes of a kept picture's variant, made now if they do not exist. */
    async bytes(id: string, ancho: Ancho, formato: ImagenFormato): Promise<Buffer> {
      const path = await files.derivedPath(id, `${ancho}.${formato}`)
      const made = await readFile(path).catch(() => undefined)
      if (made) return made
      const mine = underWay.get(path) ?? make(id, ancho, formato, path).finally(() => underWay.delete(path))
      underWay.set(path, mine)
      return mine
    },
  }
}
export type Variantes = ReturnType<typeof createVariantes>

/** Centred in a transparent square, as the pages show it: some kilobytes. */
export async function encodeLogo(original: Buffer, side: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(original, { failOn: 'error' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** Upright, without its metadata (such as where it was taken), never enlarged. */
export async function encode(original: Buffer, ancho: Ancho, formato: ImagenFormato): Promise<Buffer> {
  const sharp = await loadSharp()
  const resized = sharp(original, { failOn: 'error' })
    .autoOrient()
    .resize({
      width: ancho,
      height: ancho * MAX_HEIGHT,
      fit: 'inside',
      withoutEnlargement: true,
    })
  return formato === 'avif'
    ? resized.avif({ quality: 50, effort: 2 }).toBuffer()
    : resized.webp({ quality: 72 }).toBuffer()
}
