import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { imagenPath } from '@imprimitodo/shared/rules/vidriera/imagen'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { writeWhole } from '../../base/runtime/durable.ts'
import { LOGO_PX } from '../../base/web/mail-page.ts'
import { inspectImagen } from './inspect.ts'
import { findImagenes, insertImagenes, type NewImagen } from './store.ts'
import { encodeLogo } from './variantes.ts'

export { insertImagenes } from './store.ts'

type Keeping = Pick<Deps, 'files' | 'now'>

/**
 * The address of a picture of ours in a width that every screen can show; the other widths follow from it
 * (rules/vidriera/imagen.ts). A path without origin: it works on whatever origin the page came from, so an answer that
 * names pictures is the same for all.
 */
export const imagenUrl = (id: string): string => imagenPath(id, 640, 'webp')

/**
 * Takes a picture into the shop: the original is kept once, however often it is sent, and its widths are made
 * after the answer. @returns its id. @throws 400 {imagen: [..]} as `inspectImagen`, with nothing kept
 */
export async function addImagen(deps: Keeping & Pick<Deps, 'db' | 'jobs'>, bytes: Buffer): Promise<string> {
  const size = await inspectImagen(bytes)
  const id = await keepOriginal(deps, bytes)
  await deps.db.transaction(async (tx) => {
    if (await insertImagenes(tx, [{ id, ...size, creado: deps.now() }]))
      await deps.jobs.send(tx, 'imagen', { imagen_id: id })
  })
  return id
}

/**
 * A picture that we drew, of known size, with variants that were made beforehand ('320.avif'); other widths
 * are made at the first request. @returns the row for `insertImagenes`: its bytes are stored first
 */
export async function keepDrawing(
  { files, now }: Keeping,
  bytes: Buffer,
  size: { ancho: number; alto: number },
  made: Map<string, Buffer>,
): Promise<NewImagen> {
  const id = await keepOriginal({ files, now }, bytes)
  for (const [name, variant] of made) await writeWhole(await files.derivedPath(id, name), variant)
  return { id, ...size, creado: now() }
}

/**
 * Before its row is written: a row without bytes would be a broken picture. Bytes without a row are swept
 * away.
 */
async function keepOriginal({ files }: Keeping, bytes: Buffer): Promise<string> {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  // A copy, since the store frees the buffers that it is given
  const received = await files.receive(Readable.from([Buffer.from(bytes)]), bytes.length + 1)
  await received.keep(id)
  return id
}

/**
 * The logo that a mail shows beside the shop's name: a PNG, which every mail app knows, twice as large as it
 * is shown. Made when it is first asked for, and kept. @throws NotKept, where its original is gone
 */
export async function logoDeMail({ files }: Pick<Deps, 'files'>, id: string): Promise<Buffer> {
  const path = await files.derivedPath(id, `mail-${LOGO_PX}.png`)
  const made = await readFile(path).catch(() => undefined)
  if (made) return made
  const bytes = await encodeLogo(await readFile(await files.pathOf(id)), 2 * LOGO_PX)
  await writeWhole(path, bytes)
  return bytes
}

/** Those of `ids` that are pictures of ours: the file store must not sweep them away. */
export async function knownImagenes(db: Queryable, ids: string[]): Promise<Set<string>> {
  return new Set((await findImagenes(db, ids)).map(({ id }) => id))
}

/** @throws 400 {imagen_id: [..]} */
export async function needImagen(tx: Tx, imagen_id: string | null | undefined): Promise<void> {
  if (imagen_id && (await knownImagenes(tx, [imagen_id])).size === 0)
    throw refuseField('imagen_id', 'Esa imagen no existe.')
}
