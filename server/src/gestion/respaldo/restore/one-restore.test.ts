import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEvents } from '../../../base/runtime/events.ts'
import { createLogger } from '../../../base/runtime/logger.ts'
import { CLAVE, emptyPlace, restoreInto } from '../../../testing/respaldo.ts'
import { testShop } from '../../../testing/shop.ts'
import { makeRespaldo } from '../noche/make.ts'
import { restoreAlone } from './one-restore.ts'

/** A restore that is still running. */
async function restoring(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let ended: Promise<void> | undefined
  const end = () => (ended ??= client.end())
  onTestFinished(end)
  await restoreAlone(client)
  return { end }
}

test('while a restore goes on no process sweeps its files away, whose rows come at its end', async () => {
  const shop = await testShop({ shared: true })
  const received = await shop.deps.files.receive(Readable.from(['a file of the backup']), 100)
  await received.keep('de-un-respaldo')
  const path = await shop.deps.files.pathOf('de-un-respaldo')
  utimesSync(path, 1, 1) // as if it had been stored long ago
  const { end } = await restoring(shop.url)
  await shop.app.housekeeping()
  expect(existsSync(path)).toBe(true)
  await end()
  await shop.app.housekeeping()
  expect(existsSync(path)).toBe(false)
})

test('a second restore into the same database is refused until the first one is over', async () => {
  const shop = await testShop()
  const path = join(shop.dataDir, 'copia.respaldo')
  const { deps, dataDir, url } = shop
  await makeRespaldo(path, { url, files: deps.files, dataDir, clave: CLAVE, aparte: false })
  const place = await emptyPlace()
  const { end } = await restoring(place.url)
  await expect(restoreInto(place, path)).rejects.toThrow(
    'Ya se está restaurando un respaldo acá: esperá a que termine.',
  )
  await end()
  expect(await restoreInto(place, path)).toMatchObject({ archivos: 0 })
})

test('a restore by command is refused while a server runs on that database, and nothing is changed', async () => {
  const shop = await testShop()
  const path = join(shop.dataDir, 'copia.respaldo')
  const { deps, dataDir, url } = shop
  await makeRespaldo(path, { url, files: deps.files, dataDir, clave: CLAVE, aparte: false })
  const place = await emptyPlace()
  // Its address names the connection, too
  const server = await startEvents(`${place.url}&application_name=tienda`, createLogger('silent'))
  await expect(restoreInto(place, path)).rejects.toThrow(
    /^El servidor está andando sobre esta base de datos: paralo/,
  )
  expect(existsSync(join(place.folder, 'secretos'))).toBe(false)
  await server.stop()
  expect(await restoreInto(place, path)).toMatchObject({ archivos: 0 })
})
