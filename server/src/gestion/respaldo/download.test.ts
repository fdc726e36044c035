// Over real sockets: the owner downloads a whole backup.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Asunto } from '@imprimitodo/shared/api/salud'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { contenidos } from '../../base/db/schema/archivos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { testFolder } from '../../testing/folder.ts'
import { confirmAs, enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { CLAVE, emptyPlace, restoreInto } from '../../testing/respaldo.ts'
import { type Shop, testShop } from '../../testing/shop.ts'
import { listen } from '../../testing/socket.ts'
import { faltasWords } from './archivo/formato.ts'
import { streamRespaldo } from './noche/make.ts'
import { downloadInChild } from './restore/in-child.ts'

const CALL = '/api/mostrador/respaldo'

/** A shop with an order, whose backups are made in this process. */
async function world() {
  const shop = await testShop()
  shop.deps.respaldo = {
    clave: CLAVE,
    download: (_, incomplete) => {
      const out = new PassThrough()
      const { url, deps, dataDir } = shop
      streamRespaldo(out, { url, files: deps.files, dataDir, clave: CLAVE }).then(
        (faltan) => faltan.length > 0 && incomplete(`El respaldo está incompleto. ${faltasWords(faltan)}`),
        (error) => out.destroy(error),
      )
      return out
    },
  }
  await shop.quote([{ nombre: 'tesis.pdf', bytes: await makePdf({ pages: 2 }) }])
  const headers = await enterAs(shop)
  const url = await listen(shop.app)
  const ask = (path = CALL, as: Record<string, string> = headers, signal: AbortSignal | null = null) =>
    fetch(`${url}${path}`, { method: 'POST', headers: as, signal })
  return { shop, headers, ask }
}

async function restored(bytes: Uint8Array) {
  const path = join(testFolder('bajado'), 'tienda.respaldo')
  writeFileSync(path, bytes)
  const place = await emptyPlace()
  const { archivos, faltan } = await restoreInto(place, path)
  return { archivos, faltan, pedidos: await place.db.select({ id: pedidos.id }).from(pedidos) }
}

test('the download is the whole shop, sealed, and restores into an empty installation', async () => {
  const { shop, headers, ask } = await world()
  const early = await ask()
  expect(early.status).toBe(403)
  expect(early.headers.get('x-codigo')).toBe('confirmar')
  await confirmAs(shop, headers)
  const answer = await ask()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="imprimitodo-\d{4}-\d\d-\d\d\.respaldo"$/,
  )
  const bytes = await answer.bytes()
  expect(Buffer.from(bytes).includes('tesis.pdf')).toBe(false)
  const own = await shop.db.select({ id: pedidos.id }).from(pedidos)
  expect(await restored(bytes)).toEqual({ archivos: 1, faltan: [], pedidos: own })
  // A download that was cut restores nothing
  await expect(restored(bytes.subarray(0, -100))).rejects.toThrow()
  expect(JSON.stringify((await shop.get('/api/mostrador/auditoria', headers)).json())).toContain(
    '"bajado":true',
  )
})

test('a download without a file of an order is told in Salud, with that order', async () => {
  const { shop, headers, ask } = await world()
  await confirmAs(shop, headers)
  const [content] = await shop.db.select().from(contenidos)
  await shop.deps.files.delete(content?.id ?? '')
  await (await ask()).bytes()
  const wrong = async () => {
    const { asuntos } = (await shop.get('/api/mostrador/salud', headers)).json<{ asuntos: Asunto[] }>()
    return asuntos.find(({ cual, estado }) => cual === 'respaldo' && estado !== 'bien')?.detalle
  }
  await expect.poll(wrong).toMatch(/El respaldo está incompleto. Un archivo que la base nombra no está/)
})

test('the server’s own child says what is missing, and the archive still ends', async () => {
  const { shop } = await world()
  const env = { BACKUP_KEY: CLAVE.toString('hex'), DATABASE_URL: shop.url, DATA_DIR: shop.dataDir }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const told: string[] = []
  const whole = downloadInChild(new AbortController().signal, (text) => told.push(text))
  expect((await restored(await buffer(whole))).faltan).toEqual([])
  expect(told).toEqual([])
  const [content] = await shop.db.select().from(contenidos)
  await shop.deps.files.delete(content?.id ?? '')
  const cut = downloadInChild(new AbortController().signal, (text) => told.push(text))
  expect((await restored(await buffer(cut))).faltan).toHaveLength(1)
  expect(told).toEqual(['El respaldo está incompleto. Un archivo que la base nombra no está o cambió.'])
})

test('one download at a time; it is ended when its reader disconnects, and the next one begins', async () => {
  const { shop, headers, ask } = await world()
  await confirmAs(shop, headers)
  let ended = 0
  const hanging = new PassThrough()
  const download = shop.deps.respaldo?.download
  const own = Object(shop.deps.respaldo) as NonNullable<Shop['deps']['respaldo']>
  own.download = (signal) => {
    signal.addEventListener('abort', () => void ended++)
    hanging.write('x')
    return hanging
  }
  const first = await ask()
  const second = await ask()
  expect(second.status).toBe(409)
  expect(await second.json()).toEqual({ detail: 'Ya se está bajando un respaldo: esperá a que termine.' })
  await first.body?.cancel()
  await expect.poll(() => ended).toBe(1)
  if (download) own.download = download
  const third = await ask()
  expect(third.status).toBe(200)
  await third.bytes()
})

test('a reader who left before the login was checked does not block the next download', async () => {
  const { shop, headers, ask } = await world()
  await confirmAs(shop, headers)
  const gone = new AbortController()
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`lock table sesiones_mostrador`)
    const closed = new Promise((resolve) => {
      shop.app.server.once('request', (_, response) => {
        response.once('close', resolve)
        gone.abort()
      })
    })
    await expect(ask(CALL, headers, gone.signal)).rejects.toThrow()
    await closed
  })
  const next = async () => {
    const answer = await ask()
    await answer.bytes()
    return answer.status
  }
  await expect.poll(next, { interval: 200, timeout: 10_000 }).toBe(200)
})

test('the key is shown to the owner who says again who they are; others get neither', async () => {
  const { shop, headers, ask } = await world()
  const { headers: staff } = await newOperador(shop, null)
  for (const path of [CALL, `${CALL}/clave`]) {
    expect((await ask(path, staff)).status).toBe(403)
    expect((await ask(path)).status).toBe(403)
    expect((await ask(path, {})).status).toBe(401)
  }
  await confirmAs(shop, headers)
  expect(await (await ask(`${CALL}/clave`)).json()).toEqual({ clave: CLAVE.toString('hex') })
  delete shop.deps.respaldo
})

test('the process that makes it writes the archive to its standard output, and nothing else', async () => {
  const { shop } = await world()
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../backup-command.ts', import.meta.url)), 'bajar', '-'],
    {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: shop.dataDir,
        DATABASE_URL: shop.url,
        BACKUP_KEY: CLAVE.toString('hex'),
      },
    },
  )
  const [bytes, said, [code]] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    once(child, 'close'),
  ])
  expect([code, String(said)]).toEqual([0, ''])
  expect((await restored(bytes)).archivos).toBe(1)
})
