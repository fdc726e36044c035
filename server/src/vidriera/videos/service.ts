import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  parseVideo,
  VIDEO_MAX_BYTES,
  VIDEO_PESADO,
  videoPath,
} from '@imprimitodo/shared/rules/vidriera/video'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { afterCommit } from '../../base/db/repeat.ts'
import { refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { NoRoom, type Received, TooLarge } from '../../base/services/files/port.ts'
import { readVideo, videoProblem } from './read.ts'
import { deleteVideo, findVideos, findVideosBefore, holdVideo, insertVideo } from './store.ts'

/**
 * Takes a video into the shop. @returns its address; it is shown once a product names it. @throws 400 {video:
 * [..]}: more than 50 MB, damaged, or a format that phones do not play; nothing is kept then
 */
export async function addVideo(
  { db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>,
  source: Readable,
): Promise<string> {
  const received = await arrive(files, source)
  try {
    const leido = await readVideo(received.path)
    const problem = videoProblem(leido)
    if (!leido || problem) throw refuseField('video', problem ?? '')
    const id = randomBytes(16).toString('hex')
    const row = { id, formato: leido.formato, sha256: await received.sha256(), creado: now() }
    // Before its row is written: a row without bytes would be a broken video. Bytes without a row are swept
    // away
    await received.keep(id)
    await insertVideo(db, row)
    return videoPath(id, leido.formato)
  } finally {
    await received.drop()
  }
}

async function arrive(files: Deps['files'], source: Readable): Promise<Received> {
  try {
    if ((await files.room()) < VIDEO_MAX_BYTES) throw new NoRoom()
    return await files.receive(source, VIDEO_MAX_BYTES + 1)
  } catch (error) {
    if (error instanceof TooLarge) throw refuseField('video', VIDEO_PESADO)
    throw error instanceof NoRoom ? refuse(507, 'No queda lugar en el servidor para el video.') : error
  }
}

/** @throws 400 {video: [..]} where the announced size is above the limit, before a byte is read */
export function refuseHeavy(announced: string | undefined): void {
  if (Number(announced) > VIDEO_MAX_BYTES) throw refuseField('video', VIDEO_PESADO)
}

/** Those of `ids` that are videos of ours: the file store must not sweep them away. */
export async function knownVideos(db: Queryable, ids: string[]): Promise<Set<string>> {
  return new Set((await findVideos(db, ids)).map(({ id }) => id))
}

/** Keeps an upload from being deleted until the transaction ends. @throws 400 {video: [..]} if it is gone */
export async function needVideo(tx: Tx, direccion: string): Promise<void> {
  const upload = parseVideo(direccion)
  if (upload && !(await holdVideo(tx, upload.id, 'key share')))
    throw refuseField('video', 'Ese video ya no está: subilo de nuevo.')
}

/**
 * Deletes an upload, bytes and all, unless `isNamed` says that a product still shows it. Other addresses are
 * ignored.
 */
export async function dropVideo(
  { files, log }: Pick<Deps, 'files' | 'log'>,
  tx: Tx,
  direccion: string,
  isNamed: () => Promise<boolean>,
): Promise<void> {
  const upload = parseVideo(direccion)
  // Locked first: a product that names it meanwhile is waited for, and seen
  if (!upload || !(await holdVideo(tx, upload.id, 'update')) || (await isNamed())) return
  await deleteVideo(tx, upload.id)
  // If this deletion fails, the sweep does it
  afterCommit(tx, () => {
    files.delete(upload.id).catch((err) => log.warn({ err }, 'video not deleted'))
  })
}

/** Addresses of the uploads that are older than `before`. */
export const videosBefore = async (db: Queryable, before: Date): Promise<string[]> =>
  (await findVideosBefore(db, before)).map(({ id, formato }) => videoPath(id, formato))
