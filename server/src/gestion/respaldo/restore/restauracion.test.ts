// Over real sockets: a backup is restored into an installation without an owner, by a person with its code.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { connect } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PEDAZO_BYTES, type Restauracion } from '@imprimitodo/shared/api/restauracion'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { contenidos } from '../../../base/db/schema/archivos.ts'
import { operadores } from '../../../base/db/schema/mostrador.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { sucursales } from '../../../base/db/schema/sucursales.ts'
import { type FileStore, NoRoom } from '../../../base/services/files/port.ts'
import { testFolder } from '../../../testing/folder.ts'
import { CALL, expectEmpty, KEY, newInstalacion } from '../../../testing/instalacion.ts'
import { confirmAs, enterAs } from '../../../testing/mostrador.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { openGate } from '../../../testing/peers/gate.ts'
import { CLAVE } from '../../../testing/respaldo.ts'
import { compra, otherProcess, testShop } from '../../../testing/shop.ts'
import { finishRestauracion } from '../../instalacion/service.ts'
import { makeRespaldo } from '../noche/make.ts'

const RESPALDAR = fileURLToPath(new URL('../../../backup-command.ts', import.meta.url))

/** A shop with an owner, an order and a connected provider, and its backup. */
async function soldShop(aparte = false) {
  const shop = await testShop()
  const headers = await enterAs(shop)
  await confirmAs(shop, headers)
  const { pedido_id } = await shop.quote([{ nombre: 'tesis.pdf', bytes: await makePdf({ pages: 3 }) }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  const valores = {
    servidor: 'correo.example',
    puerto: '587',
    remitente: 'hola@copias.example',
    password: 'x',
  }
  const url = '/api/mostrador/proveedores/correo'
  const saved = await shop.app.inject({ method: 'PUT', url, payload: { valores }, headers })
  expect(saved.statusCode, saved.body).toBe(200)
  const path = join(testFolder('respaldos'), 'imprimitodo-2026-11-20-0400.respaldo')
  await makeRespaldo(path, {
    url: shop.url,
    files: shop.deps.files,
    dataDir: shop.dataDir,
    clave: CLAVE,
    aparte,
  })
  return { shop, path, pedido_id }
}

test('a whole shop comes back: its owner signs in, its files are there, its providers open with its secrets', async () => {
  const { shop: before, path, pedido_id } = await soldShop()
  const place = await newInstalacion()
  await place.send(readFileSync(path))
  const { end } = await place.restore(`${KEY.slice(0, 32).toUpperCase()} ${KEY.slice(32)}`)
  expect(end?.fase).toBeUndefined() // refused once there is an owner
  await expect.poll(place.restarts).toBe(1)
  expect((await place.ask('restauracion', {})).status).toBe(409)
  expect(await place.shop.db.select().from(pedidos)).toEqual(await before.db.select().from(pedidos))

  const slots = () =>
    place.shop.db.execute(sql`select from pg_replication_slots where slot_name = 'imprimitodo_vacia'`)
  await place.shop.db.execute(sql`select pg_create_physical_replication_slot('imprimitodo_vacia')`)
  onTestFinished(async () => {
    if ((await slots()).rowCount)
      await place.shop.db.execute(sql`select pg_drop_replication_slot('imprimitodo_vacia')`)
  })
  // The next start does this
  await finishRestauracion({ db: place.shop.db, dataDir: place.dataDir })
  expect((await slots()).rowCount).toBe(0) // a new chain begins, with the current key
  expect(readFileSync(join(place.dataDir, 'secretos/conexiones'), 'utf8')).toBe(
    readFileSync(join(before.dataDir, 'secretos/conexiones'), 'utf8'),
  )
  expect(readFileSync(join(place.dataDir, 'secretos/respaldo'), 'utf8')).toBe(KEY)
  for (const name of ['secretos/instalacion', 'secretos-restaurados', 'restaurar'])
    expect(existsSync(join(place.dataDir, name)), name).toBe(false)
  const shared = { url: place.shop.url, db: place.shop.db, files: place.shop.deps.files }
  const again = await otherProcess(place.shop.url, {
    production: true,
    shared: false,
    dataDir: place.dataDir,
    files: shared.files,
  })
  expect((await again.deps.conexiones.read(again.db, 'correo')).valores).toMatchObject({
    servidor: 'correo.example',
  })
  await enterAs(again)
  const [kept] = await again.db.select().from(contenidos)
  expect(existsSync(await shared.files.pathOf(kept?.id ?? ''))).toBe(true)
  expect((await again.get(`/api/pedidos/${pedido_id}`)).statusCode).toBe(200)
})

test.each([
  ['another key', (bytes: Buffer) => bytes, 'f'.repeat(64), /^Esa clave no abre este respaldo/],
  ['a cut file', (bytes: Buffer) => bytes.subarray(0, -1000), KEY, /está (cortado|dañado)/],
  [
    'a changed byte',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -500), Buffer.from('X'), bytes.subarray(-499)]),
    KEY,
    /dañado o alguien lo cambió/,
  ],
  ['another file', () => Buffer.alloc(100_000, 'PDF'), KEY, /no es un respaldo de ImprimiTodo/],
])(
  'of %s nothing is restored, and what to do is said; the installation stays usable',
  async (_, change, key, why) => {
    const { path } = await soldShop()
    const place = await newInstalacion()
    await place.send(change(readFileSync(path)))
    const { end } = await place.restore(key)
    expect([end?.fase, end?.problema]).toEqual(['nada', expect.stringMatching(why)])
    await expectEmpty(place)
    expect(place.restarts()).toBe(0)
    const ana = { nombre: 'Ana', email: 'ana@copias.example', password: 'tinta-cian-y-papel-77' }
    expect((await place.ask('', ana)).status).toBe(201)
  },
)

test('machines that share the database take over the secrets of the backup', async () => {
  const { path } = await soldShop()
  const place = await newInstalacion({ shared: true })
  await place.send(readFileSync(path))
  await place.restore()
  await expect.poll(place.restarts).toBe(1)
  const far = await otherProcess(place.shop.url, { production: true })
  expect((await far.deps.conexiones.read(far.db, 'correo')).valores).toMatchObject({ password: 'x' })
})

test('with the right key after a wrong one nothing is sent again', async () => {
  const { path } = await soldShop()
  const place = await newInstalacion()
  await place.send(readFileSync(path))
  expect((await place.restore('f'.repeat(64))).end?.subida?.recibidos).toBe(statSync(path).size)
  await place.restore()
  await expect.poll(place.restarts).toBe(1)
})

test('without room on the disk nothing is begun, and it says how much is needed', async () => {
  const { path } = await soldShop()
  const place = await newInstalacion({ reserve: 1e15 })
  await place.send(readFileSync(path))
  expect((await place.restore()).end?.problema).toMatch(/^No hay lugar en el disco: hacen falta \d+ MB/)
  await expectEmpty(place)
})

test('before a byte is sent there must be room for the file and for the restored files', async () => {
  const { bavail, bsize } = await statfs(testFolder('lugar'))
  const room = Math.min(bavail * bsize, 30e9)
  const { announce } = await newInstalacion({ diskReserveBytes: bavail * bsize - room })
  const refused = await announce(Math.round(room * 0.7))
  expect(refused.status).toBe(507)
  expect(refused.body).toMatchObject({
    detail: expect.stringMatching(/hacen falta \d+ MB, para el archivo y para lo que se restaura de él/),
  })
  expect((await announce(Math.round(room * 0.3))).status).toBe(200)
})

test('a start that is killed while it takes the secrets of the backup goes on with the rest', async () => {
  const { path, shop: before } = await soldShop()
  const place = await newInstalacion()
  await place.send(readFileSync(path))
  await place.restore()
  await expect.poll(place.restarts).toBe(1)
  const staged = join(place.dataDir, 'secretos-restaurados')
  const names = readdirSync(staged).toSorted()
  expect(names).toEqual(expect.arrayContaining(['conexiones', 'respaldo']))
  // The power failed after the first renames
  for (const name of names.slice(0, 2)) renameSync(join(staged, name), join(place.dataDir, 'secretos', name))
  await finishRestauracion({ db: place.shop.db, dataDir: place.dataDir })
  for (const name of names.filter((it) => it !== 'respaldo'))
    expect(readFileSync(join(place.dataDir, 'secretos', name)), name).toEqual(
      readFileSync(join(before.dataDir, 'secretos', name)),
    )
  expect(existsSync(staged)).toBe(false)
  // Or after all of them, before the empty folder was removed
  mkdirSync(staged)
  await finishRestauracion({ db: place.shop.db, dataDir: place.dataDir })
  const llave = readFileSync(join(place.dataDir, 'secretos/respaldo'), 'utf8')
  expect([existsSync(staged), llave]).toEqual([false, KEY])
})

test('a start removes the copy of the database that a killed way back to a moment left', async () => {
  const place = await newInstalacion()
  mkdirSync(join(place.dataDir, 'vuelta-0123abcd/postgres/base'), { recursive: true })
  mkdirSync(join(place.dataDir, 'vuelta-de-ana'))
  await finishRestauracion({ db: place.shop.db, dataDir: place.dataDir })
  expect(readdirSync(place.dataDir).filter((name) => name.startsWith('vuelta'))).toEqual(['vuelta-de-ana'])
})

test('what fails in the middle is taken back: no row, no file and no secret of it stays', async () => {
  const { path } = await soldShop()
  const full = (files: FileStore): FileStore => ({
    ...files,
    async receive(source, most) {
      const received = await files.receive(source, most)
      const keep = async (id: string) => {
        await received.keep(id)
        throw new NoRoom('El disco se llenó.')
      }
      return { ...received, keep }
    },
  })
  const place = await newInstalacion({ files: full })
  await place.send(readFileSync(path))
  expect((await place.restore()).end?.problema).toMatch(/El disco se llenó/)
  await expectEmpty(place)
})

test('a backup of a newer version says to update first', async () => {
  const { shop, path } = await soldShop()
  await shop.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('de mañana', 9999999999999)`,
  )
  const que = { url: shop.url, files: shop.deps.files, dataDir: shop.dataDir, clave: CLAVE, aparte: false }
  await makeRespaldo(path, que)
  const place = await newInstalacion()
  await place.send(readFileSync(path))
  expect((await place.restore()).end?.problema).toMatch(/versión más nueva.*actualizá esta instalación/)
  await expectEmpty(place)
})

test('a backup whose files stand beside it is taken from its folder, and not alone', async () => {
  const { path } = await soldShop(true)
  const place = await newInstalacion({ carpeta: dirname(path) })
  await place.send(readFileSync(path))
  const alone = (await place.restore()).end?.problema
  expect(alone).toMatch(/los archivos de los clientes están aparte/)
  await expectEmpty(place)
  const { body } = await place.ask<{ lugares: object[] }>('respaldos', {})
  const nombre = basename(path)
  expect(body.lugares).toMatchObject([
    { lugar: 'servidor', respaldos: [{ nombre, cuando: '2026-11-20T07:00:00.000Z' }], problema: null },
  ])
  const gone = await place.restore(KEY, { lugar: 'servidor', nombre: 'imprimitodo-2020-01-01-0400.respaldo' })
  expect(gone.begun.status).toBe(400)
  expect(gone.begun.body).toEqual({ nombre: ['Ese respaldo ya no está ahí: elegí otro.'] })
  // A page that lost that answer reads the reason by polling
  const polled = await place.ask<Restauracion>('restauracion', {})
  expect(polled.body).toMatchObject({ fase: 'nada', problema: 'Ese respaldo ya no está ahí: elegí otro.' })
  await place.restore(KEY, { lugar: 'servidor', nombre })
  await expect.poll(place.restarts).toBe(1)
})

test('a place that cannot be read says why, and the others are shown', async () => {
  const place = await newInstalacion({ carpeta: '/no/existe' })
  const { body } = await place.ask<{ lugares: object[] }>('respaldos', {})
  expect(body.lugares).toMatchObject([
    { respaldos: [], problema: expect.stringMatching(/No existe la carpeta/) },
  ])
})

test('a big file that is cut goes on where it stopped; a piece out of turn and one too large are refused', async () => {
  const { put, announce, at, codigo, ask } = await newInstalacion()
  const bytes = randomBytes(PEDAZO_BYTES + 1000)
  expect((await announce(bytes.length)).body).toEqual({ recibidos: 0 })
  // Cut off, over a socket that dies
  const { port } = new URL(at)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `PUT ${CALL}/respaldo/0 HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\nx-instalacion: ${codigo}\r\ncontent-length: ${PEDAZO_BYTES}\r\n\r\n`,
  )
  socket.write(bytes.subarray(0, 300_000))
  const arrived = async () => (await ask<Restauracion>('restauracion', {})).body.subida?.recibidos ?? 0
  await expect.poll(arrived).toBeGreaterThan(100_000)
  socket.destroy()
  await setTimeout(200)
  const { recibidos } = (await announce(bytes.length)).body
  expect(recibidos).toBeGreaterThan(100_000)
  expect(await put(0, bytes.subarray(0, 10))).toMatchObject({ status: 409, body: { recibidos } })
  const rest = await put(recibidos, bytes.subarray(recibidos, recibidos + PEDAZO_BYTES - 300_000))
  expect(rest.status).toBe(200)
  expect((await put(rest.body.recibidos, Buffer.alloc(PEDAZO_BYTES))).status).toBe(413)
  // Another file begins anew
  expect((await announce(5, 'otro.respaldo')).body).toEqual({ recibidos: 0 })
  expect((await ask('restaurar', { clave: KEY, lugar: 'subido', nombre: 'otro.respaldo' })).body).toEqual({
    nombre: ['El archivo no llegó entero: elegilo de nuevo y sigue desde donde quedó.'],
  })
})

test('of 20 calls that send a piece from the same byte at once one is taken, whole; the others are told where to go on', async () => {
  const { put, announce, dataDir } = await newInstalacion()
  const piece = 1_000_000
  await announce(3 * piece)
  for (const from of [0, piece, 2 * piece]) {
    const rivals = Array.from({ length: 20 }, (_, n) => Buffer.alloc(piece, 1 + n))
    const answers = await Promise.all(rivals.map((bytes) => put(from, bytes)))
    const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    expect(winners).toHaveLength(1)
    for (const { status, body } of answers)
      expect([status, body.recibidos]).toEqual([status === 200 ? 200 : 409, from + piece])
    const kept = readFileSync(join(dataDir, 'restaurar/subida'))
    expect(kept).toHaveLength(from + piece)
    expect(kept.subarray(from).equals(rivals[winners[0] ?? -1] ?? Buffer.alloc(0))).toBe(true)
  }
})

test('announced 20 times at once while a piece arrives, the file has no hole and goes on', async () => {
  const { put, announce, dataDir } = await newInstalacion()
  const bytes = randomBytes(3_000_000)
  await announce(bytes.length, 'otro.respaldo')
  await put(0, bytes.subarray(0, 1000))
  await Promise.all([
    ...Array.from({ length: 20 }, () => announce(bytes.length)),
    ...Array.from({ length: 20 }, () => put(0, bytes.subarray(0, 1_000_000))),
  ])
  let { recibidos } = (await announce(bytes.length)).body
  while (recibidos < bytes.length)
    recibidos = (await put(recibidos, bytes.subarray(recibidos, recibidos + 1_000_000))).body.recibidos
  expect(readFileSync(join(dataDir, 'restaurar/subida')).equals(bytes)).toBe(true)
})

test('a dead connection that was never closed does not keep the file from going on', async () => {
  const { put, announce, at, codigo } = await newInstalacion()
  await announce(2000)
  const { port } = new URL(at)
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(
    `PUT ${CALL}/respaldo/0 HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\nx-instalacion: ${codigo}\r\ncontent-length: 2000\r\nexpect: 100-continue\r\n\r\n`,
  )
  await once(socket, 'data') // it is at work, and waits for the first byte
  const taken = await put(0, Buffer.alloc(2000, 5))
  expect(taken).toMatchObject({ status: 200, body: { recibidos: 2000 } })
})

test('what strangers send is refused: no code, a wrong one, damaged and endless values', async () => {
  const { put, ask, announce } = await newInstalacion()
  await announce(100)
  expect((await put(0, Buffer.alloc(5), '')).status).toBe(400)
  for (const desde of ['-1', 'x', '1e9', '9'.repeat(40)])
    expect((await put(desde, Buffer.alloc(5))).status).toBe(400)
  const long = 'x'.repeat(60_000)
  const damaged = [
    { clave: long },
    { clave: KEY.slice(1) },
    { clave: '' },
    { clave: KEY, nombre: long },
    { clave: null },
    { clave: KEY, lugar: 'subido', nombre: '../../secretos/respaldo' },
    { clave: KEY, lugar: 'servidor', nombre: '../imprimitodo-2026-11-20-0400.respaldo' },
    { clave: KEY, lugar: 'otro', nombre: 'x' },
  ]
  for (const body of damaged)
    expect(
      (await ask('restaurar', { lugar: 'subido', nombre: 'a', ...body })).status,
      JSON.stringify(body),
    ).toBe(400)
  for (const body of [{ bytes: -1 }, { bytes: 1e30 }, { bytes: 'x' }, { nombre: '' }, { modificado: 0.5 }])
    expect((await ask('respaldo', { nombre: 'a', bytes: 5, modificado: 1, ...body })).status).toBe(400)
  const wrong = []
  for (let n = 0; n < 5; n++) wrong.push((await ask('restauracion', { codigo: '0000-0000-0000' })).status)
  expect(wrong).toEqual([400, 400, 400, 400, 429])
})

test('once there is an owner nothing is restored; during a restore no owner can be made', async () => {
  const ana = { nombre: 'Ana', email: 'ana@copias.example', password: 'tinta-cian-y-papel-77' }
  const held = Promise.withResolvers<void>()
  const place = await newInstalacion({ restore: () => held.promise })
  await place.send(Buffer.from('un respaldo'))
  const que = { clave: KEY, lugar: 'subido', nombre: 'tienda.respaldo' }
  expect((await place.ask('restaurar', que)).status).toBe(200)
  const busy = { detail: 'Se está restaurando un respaldo: esperá a que termine.' }
  for (const path of ['restaurar', '']) {
    const answer = await place.ask(path, { ...que, ...ana })
    expect(answer.status).toBe(409)
    expect(answer.body).toEqual(busy)
  }
  held.reject(new Error('No se pudo.'))
  await expect.poll(async () => (await place.ask('', ana)).status).toBe(201)
  expect(existsSync(join(place.dataDir, 'restaurar'))).toBe(false) // what was sent would stay until the next start
  for (const path of ['restaurar', 'respaldos', 'restauracion'])
    expect((await place.ask(path, que)).status).toBe(409)
  expect((await place.announce(5)).status).toBe(409)
  expect((await place.put(0, Buffer.alloc(5))).status).toBe(409)
})

test('if its process is killed right after its commit, the server starts again with the shop', async () => {
  const { path } = await soldShop()
  const after = () => {
    throw new Error('terminó con SIGKILL')
  }
  const place = await newInstalacion({ after })
  await place.send(readFileSync(path))
  await place.restore()
  await expect.poll(place.restarts).toBe(1)
})

test('a connection that breaks during COMMIT takes nothing of the shop back', async () => {
  const { path } = await soldShop()
  const place = await newInstalacion({ way: () => gate.url })
  const gate = await openGate(place.shop.url)
  onTestFinished(() => gate.close())
  await place.send(readFileSync(path))
  gate.loseAnswerTo('commit\0') // the whole statement: another one has "on commit drop"
  await place.restore()
  await expect.poll(place.restarts).toBe(1)
  const [kept] = await place.shop.db.select().from(contenidos)
  expect(existsSync(await place.shop.deps.files.pathOf(kept?.id ?? ''))).toBe(true)
})

test('kill -9 of its process in the middle leaves the installation empty, and the next try restores it', async () => {
  const { path } = await soldShop()
  const place = await newInstalacion()
  await place.send(readFileSync(path))
  await place.shop.db.execute(sql`create function wait() returns trigger language plpgsql as
    $$ begin perform pg_sleep(60); return new; end $$`)
  await place.shop.db.execute(
    sql`create trigger wait after insert on pedidos for each statement execute function wait()`,
  )
  const child = spawn(process.execPath, [RESPALDAR, 'restaurar', '-'], {
    env: { PATH: process.env.PATH, DATA_DIR: place.dataDir, DATABASE_URL: place.shop.url },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin?.write(`${JSON.stringify({ clave: KEY, lugar: 'subido', nombre: 'tienda.respaldo' })}\n`)
  const asleep = async () => {
    const { rows } = await place.shop.db.execute(
      sql`select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    )
    return rows[0]?.pid
  }
  await expect.poll(asleep, { timeout: 60_000 }).toBeDefined()
  // A read meanwhile does not wait
  expect(await place.shop.db.select().from(pedidos)).toEqual([])
  const pid = await asleep()
  child.kill('SIGKILL')
  await once(child, 'close')
  await place.shop.db.execute(sql`select pg_terminate_backend(${pid})`)
  await expect.poll(asleep).toBeUndefined()
  await finishRestauracion(place.shop)
  expect(await place.shop.db.select().from(operadores)).toEqual([])
  expect(await place.shop.db.select().from(sucursales)).toHaveLength(2)
  expect(existsSync(join(place.dataDir, 'secretos-restaurados'))).toBe(false)
  await place.shop.db.execute(sql`drop trigger wait on pedidos`)
  await place.restore()
  await expect.poll(place.restarts).toBe(1)
})
