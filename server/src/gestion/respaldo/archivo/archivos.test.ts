import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { sha256Of } from '../../../base/secrets/hash.ts'
import { openLugarEnCarpeta } from '../../../base/services/copia/carpeta.ts'
import { scratchFolder } from '../../../testing/bitacora.ts'
import { CLAVE, emptyPlace } from '../../../testing/respaldo.ts'
import { carpetaDeArchivos, openStored, storeFiles } from './archivos.ts'

test('the night’s backup and what seals files as they come may be at the same files', async () => {
  const { url, db, files } = await emptyPlace()
  const ids = Array.from({ length: 8 }, (_, n) => `archivo-${n}`)
  const bytes = (id: string) => Buffer.alloc(2_000_000, id)
  const hash = (id: string) => createHash('sha256').update(bytes(id)).digest('hex')
  for (const id of ids) {
    const received = await files.receive(Readable.from([bytes(id)]), 1e7)
    await received.keep(id)
    await received.drop()
    await db.execute(sql`insert into contenidos (id, bytes, sha256) values (${id}, 1, ${hash(id)})`)
  }
  const folder = scratchFolder('respaldos ')
  const carpeta = carpetaDeArchivos(folder)
  mkdirSync(carpeta)
  const store = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    onTestFinished(() => client.end())
    return storeFiles(carpeta, CLAVE, files, { snapshot: client, live: client })
  }
  for (const { archivos, faltan } of await Promise.all([store(), store()]))
    expect([archivos.length, faltan]).toEqual([8, []])
  const guardado = { lugar: openLugarEnCarpeta(folder), clave: CLAVE, nombre: '' }
  for (const id of ids) expect(await sha256Of(await openStored(guardado, id))).toBe(hash(id))
  const names = readdirSync(carpeta, { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => name.endsWith('.parte'))).toEqual([])
  expect(names.filter((name) => name.includes('/'))).toHaveLength(8)
  expect(readdirSync(folder)).toEqual(['archivos'])
})
