// An installation without an owner, over real sockets, into which a backup is restored.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PEDAZO_BYTES, type Restauracion } from '@imprimitodo/shared/api/restauracion'
import { expect } from 'vitest'
import { operadores } from '../base/db/schema/mostrador.ts'
import { pedidos } from '../base/db/schema/pedidos.ts'
import { sucursales } from '../base/db/schema/sucursales.ts'
import type { Restaurador } from '../base/runtime/deps.ts'
import { openLugarEnCarpeta } from '../base/services/copia/carpeta.ts'
import type { FileStore } from '../base/services/files/port.ts'
import { codigoDeInstalacion } from '../gestion/instalacion/service.ts'
import { restoreWhileRunning } from '../gestion/respaldo/restore/restauracion.ts'
import { seed } from '../seed.ts'
import { testDatabase } from './database.ts'
import { testFolder } from './folder.ts'
import { CLAVE } from './respaldo.ts'
import { type Shop, startShop } from './shop.ts'
import { listen } from './socket.ts'

export const CALL = '/api/mostrador/instalacion'
/** In the form in which a person types it. */
export const KEY = CLAVE.toString('hex')

type Around = {
  restore?: Restaurador['restore']
  reserve?: number
  /** The reserve of the whole server. */
  diskReserveBytes?: number
  carpeta?: string
  shared?: boolean
  files?: (of: FileStore) => FileStore
  /** Another address of its database, for the restore. */
  way?: () => string
  /** Called after the restore. */
  after?: () => void
}

/** A production server without an owner, which restores in this process. */
export async function newInstalacion(around: Around = {}) {
  const database = await testDatabase()
  await seed(database.db, { email: undefined, password: undefined, muestra: false })
  let restarts = 0
  const dataDir = testFolder('vacia')
  const shop: Shop = await startShop(
    database,
    { production: true, dataDir, diskReserveBytes: around.diskReserveBytes ?? 0 },
    {},
    (deps) => ({
      restaurador: {
        lugares: around.carpeta ? [{ lugar: 'servidor', nombre: around.carpeta }] : [],
        list: () => openLugarEnCarpeta(around.carpeta ?? '/no-hay').list(),
        restore: async ({ clave, lugar, nombre }, say) => {
          const folder = lugar === 'subido' ? join(dataDir, 'restaurar') : (around.carpeta ?? '')
          await restoreWhileRunning({
            url: around.way?.() ?? database.url,
            files: around.files?.(deps.files) ?? deps.files,
            dataDir,
            solo: lugar === 'subido',
            say,
            guardado: {
              lugar: openLugarEnCarpeta(folder),
              nombre: lugar === 'subido' ? 'subida' : nombre,
              clave: Buffer.from(clave, 'hex'),
            },
            reserve: around.reserve ?? 0,
            shared: around.shared ?? false,
            conClave: false,
          })
          around.after?.()
        },
        restart: () => void restarts++,
        ...(around.restore && { restore: around.restore }),
      },
    }),
  )
  const codigo = (await codigoDeInstalacion(shop.deps)) ?? ''
  const at = await listen(shop.app)
  const ask = async <T = Record<string, unknown>>(path: string, body: object) => {
    const answer = await fetch(`${at}${CALL}${path && '/'}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ codigo, ...body }),
    })
    return { status: answer.status, body: (await answer.json()) as T }
  }
  const put = async (desde: number | string, bytes: Uint8Array, code = codigo) => {
    const answer = await fetch(`${at}${CALL}/respaldo/${desde}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'x-instalacion': code },
      body: bytes as BodyInit,
    })
    return { status: answer.status, body: await answer.json() }
  }
  const announce = (bytes: number, nombre = 'tienda.respaldo') =>
    ask<{ recibidos: number }>('respaldo', { nombre, bytes, modificado: 1 })
  const send = async (bytes: Uint8Array) => {
    const { body } = await announce(bytes.length)
    for (let from = body.recibidos; from < bytes.length; from += PEDAZO_BYTES)
      expect((await put(from, bytes.subarray(from, from + PEDAZO_BYTES))).status).toBe(200)
  }
  const restore = async (clave = KEY, more: object = {}) => {
    const begun = await ask('restaurar', { clave, lugar: 'subido', nombre: 'tienda.respaldo', ...more })
    if (begun.status !== 200) return { begun, end: null }
    const look = async () => (await ask<Restauracion>('restauracion', {})).body
    const isAtWork = async () => ['revisando', 'actualizando', 'restaurando'].includes((await look()).fase)
    await expect.poll(isAtWork, { timeout: 60_000 }).toBe(false)
    return { begun, end: await look() }
  }
  return { shop, dataDir, codigo, at, ask, put, announce, send, restore, restarts: () => restarts }
}

/** Nothing changed: no owner, the branches of a new shop, no file and no secret of the backup. */
export async function expectEmpty({ shop, dataDir }: Awaited<ReturnType<typeof newInstalacion>>) {
  expect(await shop.db.select().from(operadores)).toEqual([])
  expect(await shop.db.select().from(pedidos)).toEqual([])
  expect(await shop.db.select().from(sucursales)).toHaveLength(2)
  expect(existsSync(join(dataDir, 'secretos-restaurados'))).toBe(false)
  const kept = readdirSync(join(dataDir, 'archivos'), { recursive: true, withFileTypes: true })
  expect(kept.filter((entry) => entry.isFile() && !entry.parentPath.includes('llegando'))).toEqual([])
}
