import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { extract } from 'tar-stream'
import { expect, it, onTestFinished } from 'vitest'
import { archivos, contenidos } from '../../base/db/schema/archivos.ts'
import { impresiones, impresoras } from '../../base/db/schema/impresion.ts'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { respaldos } from '../../base/db/schema/respaldo.ts'
import { subidas } from '../../base/db/schema/subidas.ts'
import { sucursales } from '../../base/db/schema/sucursales.ts'
import { createS3Store } from '../../base/services/files/s3.ts'
import { seed } from '../../seed.ts'
import { jobsOf } from '../../testing/jobs.ts'
import { enterAs, turnOnSegundoFactor } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { openGate } from '../../testing/peers/gate.ts'
import { openTestBucket } from '../../testing/peers/s3/bucket.ts'
import { CLAVE, emptyPlace, restoreInto } from '../../testing/respaldo.ts'
import { compra, OWNER, otherProcess, type Shop, testShop } from '../../testing/shop.ts'
import { createSubida } from '../../testing/subidas.ts'
import { sampleVideo } from '../../testing/videos.ts'
import { addVideo } from '../../vidriera/videos/service.ts'
import { enDisco } from './archivo/read.ts'
import { makeRespaldo } from './noche/make.ts'
import { sweepArchivos } from './noche/sweep.ts'
import { restoreRespaldo } from './restore/restore.ts'

const OWNER_ROW = {
  email: 'dueno@example.com',
  nombre: 'Dueño',
  rol: 'dueno' as const,
  password_hash: '',
}

type Place = Pick<Awaited<ReturnType<typeof emptyPlace>>, 'url' | 'files' | 'folder'>
const placeOf = ({ url, deps, dataDir }: Shop): Place => ({ url, files: deps.files, folder: dataDir })
const queOf = ({ url, files, folder }: Place, aparte = false) => ({
  url,
  files,
  dataDir: folder,
  clave: CLAVE,
  aparte,
})
const save = (shop: Shop, path: string, aparte = false) => makeRespaldo(path, queOf(placeOf(shop), aparte))

it.each([false, true])(
  'a product’s video goes along and comes back (its files apart: %s)',
  async (aparte) => {
    const shop = await testShop()
    const video = await addVideo(shop.deps, Readable.from([sampleVideo('corto.mp4')]))
    const id = video.slice('/videos/'.length, -'.mp4'.length)
    const path = join(shop.dataDir, 'copia.respaldo')
    const made = await save(shop, path, aparte)
    expect(made).toMatchObject({ archivos: 1, faltan: [] })
    const place = await emptyPlace()
    await restoreInto(place, path)
    expect(readFileSync(await place.files.pathOf(id)).equals(sampleVideo('corto.mp4'))).toBe(true)
  },
)

it('a backup that was whole before the database went away is kept, and told as not noted', async () => {
  const shop = await testShop()
  const gate = await openGate(shop.url)
  onTestFinished(() => gate.close())
  gate.loseAnswerTo('insert into respaldos')
  const path = join(shop.dataDir, 'copia.respaldo')
  const made = await makeRespaldo(path, { ...queOf(placeOf(shop)), url: gate.url })
  expect(made).toMatchObject({ path, faltan: [], anotado: false })
  await restoreInto(await emptyPlace(), path)
})

it('restores orders, files, secrets and pending jobs; interrupted prints are asked about', async () => {
  const shop = await testShop()
  const bytes = await makePdf({ pages: 3 })
  const { pedido_id } = await shop.quote([{ nombre: 'tesis ñandú.pdf', bytes }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  const [branch] = await shop.db.select().from(sucursales)
  const [printer] = await shop.db
    .insert(impresoras)
    .values({ nombre: 'R', sucursal_id: branch?.id ?? 0, uri: 'ipp://x/' })
    .returning()
  await shop.db.insert(impresiones).values({
    pedido_id,
    trabajo: 1,
    nombre: 'x',
    copias: 1,
    lados: 2,
    borde: 'largo',
    color: false,
    hojas: 2,
    paginas: 3,
    impresora_id: printer?.id ?? 0,
    pedida: new Date(),
    pedida_por: 'Ana',
  })
  const later = { afterSeconds: 3600 } // the shop itself would do it before the backup
  await shop.deps.jobs.send(shop.db, 'expirar_preferencia', { preferencia_id: 'una' }, later)
  const path = join(shop.dataDir, 'copia.respaldo')
  const made = await save(shop, path)
  expect(made).toMatchObject({ archivos: 1, faltan: [], bytes: statSync(path).size })
  expect(await shop.db.select().from(respaldos)).toHaveLength(1)

  const place = await emptyPlace()
  const done = await restoreInto(place, path)
  expect(done.archivos).toBe(1)
  const before = await shop.db.select().from(pedidos)
  expect(await place.db.select().from(pedidos)).toEqual(before)
  expect(await place.db.select().from(archivos)).toEqual(await shop.db.select().from(archivos))
  const [content] = await place.db.select().from(contenidos)
  expect(statSync(await place.files.pathOf(content?.id ?? '')).size).toBe(bytes.length)
  expect(await place.db.select({ consultar: impresiones.consultar }).from(impresiones)).toEqual([
    { consultar: true },
  ])
  expect(await jobsOf(place.db, 'expirar_preferencia')).toMatchObject([{ data: { preferencia_id: 'una' } }])
  // No attempt to print is taken for one that was made after the backup
  const intento = await place.pool.query(
    "select nextval(pg_get_serial_sequence('intentos', 'id'))::int as id",
  )
  expect(intento.rows[0].id).toBeGreaterThan(1_000_000)
  // Numbers that customers may hold since the backup are passed over
  const next = await place.pool.query("select nextval('pedido_numero')::int as numero")
  expect(next.rows[0].numero).toBe((before.find(({ id }) => id === pedido_id)?.numero ?? 0) + 252)
  const restored = await place.pool.query(
    'select pagos_buscados, respaldo > $1 as after, respaldo <= now() as past from restauraciones',
    [content?.creado],
  )
  expect(restored.rows).toEqual([{ pagos_buscados: null, after: true, past: true }])
})

it('phones keep their second factor on a new machine; without its secrets only recovery codes work', async () => {
  const shop = await testShop()
  const { code, codigos } = await turnOnSegundoFactor(shop, await enterAs(shop))
  const path = join(shop.dataDir, 'uno.respaldo')
  await save(shop, path)
  const place = await emptyPlace()
  await restoreInto(place, path)
  const enter = async (dataDir: string, totp: string | undefined) => {
    const other = await otherProcess(place.url, { dataDir, files: place.files, shared: false })
    return (await other.post('/api/mostrador/ingresar', { ...OWNER, totp })).statusCode
  }
  expect(await enter(place.folder, code())).toBe(200)
  const elsewhere = mkdtempSync(join(tmpdir(), 'imprimitodo-ajena-'))
  onTestFinished(() => rmSync(elsewhere, { recursive: true }))
  expect(await enter(elsewhere, code(1))).toBe(401)
  expect(await enter(elsewhere, codigos[0])).toBe(200)
})

it('one with a missing or changed file is kept apart, names its order, and does not count', async () => {
  const shop = await testShop()
  const bytes = await makePdf({ pages: 1 })
  const files = [
    { nombre: 'a.pdf', bytes },
    { nombre: 'b.pdf', bytes: await makePdf({ pages: 2 }) },
  ]
  const { pedido_id } = await shop.quote(files)
  await shop.post('/api/completar_compra', compra(pedido_id))
  const [order] = await shop.db.select().from(pedidos).where(eq(pedidos.id, pedido_id))
  const rows = await shop.db
    .select()
    .from(archivos)
    .where(eq(archivos.pedido_id, pedido_id))
    .orderBy(archivos.posicion)
  const [gone = '', changed = ''] = rows.map(({ contenido_id }) => contenido_id)
  await shop.deps.files.delete(gone)
  const at = await shop.deps.files.pathOf(changed)
  writeFileSync(at, readFileSync(at).fill(0, 100, 200))
  for (const aparte of [false, true]) {
    const path = join(shop.dataDir, `copia-${aparte}.respaldo`)
    const made = await save(shop, path, aparte)
    expect(made.path).toBe(`${path}.incompleto`)
    expect(made.faltan.toSorted((a, b) => a.por.localeCompare(b.por))).toEqual([
      { id: changed, por: 'cambió', pedidos: [order?.numero] },
      { id: gone, por: 'no está', pedidos: [order?.numero] },
    ])
    expect([existsSync(path), existsSync(made.path)]).toEqual([false, true])
  }
  expect(await shop.db.select().from(respaldos)).toEqual([])
})

it('a file that retention deleted since the snapshot is not missing', async () => {
  const shop = await testShop()
  await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 1 }) }])
  const { files } = shop.deps
  const open: typeof files.open = async (id) => {
    await shop.db.update(contenidos).set({ borrado: new Date() }).where(eq(contenidos.id, id))
    await files.delete(id)
    return files.open(id)
  }
  const path = join(shop.dataDir, 'copia.respaldo')
  const made = await makeRespaldo(path, queOf({ ...placeOf(shop), files: { ...files, open } }))
  expect(made).toMatchObject({ archivos: 0, faltan: [], path })
})

it('a wrong key or none opens nothing; a changed, cut, extended or re-packed one writes nothing', async () => {
  const shop = await testShop()
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 2 }) }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  const path = join(shop.dataDir, 'copia.respaldo')
  await save(shop, path)
  const whole = readFileSync(path)
  for (const text of ['ana@example.com', pedido_id, '%PDF', 'respaldo.json'])
    expect([text, whole.includes(text)]).toEqual([text, false])
  const place = await emptyPlace()
  await expect(restoreInto(place, path, Buffer.alloc(32, 8))).rejects.toThrow('La clave no abre')
  const flipped = (at: number) => {
    const copy = Buffer.from(whole)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }
  const wrong = join(shop.dataDir, 'otra.respaldo')
  for (const bytes of [
    ...[0, 30, 40, 60, 1_000, whole.length - 1].map(flipped),
    whole.subarray(0, -1),
    whole.subarray(0, 50),
    Buffer.concat([whole, whole.subarray(-100)]),
    Buffer.concat([whole, whole]),
    gzipSync(whole),
  ]) {
    writeFileSync(wrong, bytes)
    await expect(restoreInto(place, wrong)).rejects.toThrow(/dañado|cortado|no es un respaldo|no abre/)
  }
  expect(await place.db.select().from(pedidos)).toEqual([])
  expect(
    readdirSync(place.folder, { recursive: true }).filter((name) =>
      /secretos\/|archivos\/.+\//.test(String(name)),
    ),
  ).toEqual([])
  expect((await restoreInto(place, path)).archivos).toBe(1)
})

it('can be opened by hand as the documentation says', async () => {
  const shop = await testShop()
  const path = join(shop.dataDir, 'copia.respaldo')
  await save(shop, path)
  const root = join(import.meta.dirname, '../../../..')
  const [, script = ''] =
    /```js\n([\s\S]+?)```/.exec(readFileSync(join(root, 'docs/operations.md'), 'utf8')) ?? []
  const args = ['--input-type=module', '-', path, CLAVE.toString('hex')]
  const { stdout } = spawnSync(process.execPath, args, {
    input: script,
    cwd: join(root, 'server'),
    maxBuffer: 1e9,
  })
  const names: string[] = []
  const tar = extract()
  Readable.from([stdout]).pipe(createGunzip()).pipe(tar)
  for await (const entry of tar) {
    names.push(entry.header.name)
    entry.resume()
  }
  expect([names[0], names.at(-1), names.includes('tablas/pedidos/0')]).toEqual([
    'respaldo.json',
    'fin.json',
    true,
  ])
})

it('files lie beside it, sealed, each written once; such a folder restores as one file does', async () => {
  const shop = await testShop()
  await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 2 }) }])
  const folder = join(shop.dataDir, 'noches')
  mkdirSync(folder)
  const stored = () =>
    readdirSync(join(folder, 'archivos'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, statSync(join(entry.parentPath, entry.name)).mtimeMs])
  await save(shop, join(folder, 'imprimitodo-2026-11-20-0400.respaldo'), true)
  const before = stored()
  await shop.quote([{ nombre: 'b.pdf', bytes: await makePdf({ pages: 3 }) }])
  const path = join(folder, 'imprimitodo-2026-11-21-0400.respaldo')
  await save(shop, path, true)
  expect(before.length).toBeGreaterThan(0)
  expect(stored()).toEqual(expect.arrayContaining(before))
  expect(stored()).toHaveLength(before.length + 1)

  const place = await emptyPlace()
  await restoreInto(place, path)
  for (const { id, sha256 } of await place.db.select().from(contenidos))
    expect(
      createHash('sha256')
        .update(readFileSync(await place.files.pathOf(id)))
        .digest('hex'),
    ).toBe(sha256)

  // The older archive is deleted, with the files that only it needed, and nothing else
  rmSync(path)
  await sweepArchivos(folder, CLAVE, false)
  expect(stored()).toEqual(before)
  const [name = ''] = before.map(([name]) => String(name))
  const sealed = join(folder, 'archivos', name.slice(0, 2), name)
  writeFileSync(sealed, readFileSync(sealed).fill(0, 60, 70))
  const other = await emptyPlace()
  await expect(restoreInto(other, join(folder, 'imprimitodo-2026-11-20-0400.respaldo'))).rejects.toThrow(
    'dañado',
  )
  expect(await other.db.select().from(pedidos)).toEqual([])
})

it('rows that do not fit into one part are all restored', async () => {
  const shop = await testShop()
  await shop.db.execute(sql`
    insert into correos (clave, para, asunto, texto, html)
    select 'c' || n, 'ana@example.com', 'Hola', repeat(E'línea\n', 400), repeat('<p>ñ\t</p>', 400)
    from generate_series(1, 4000) n`)
  const path = join(shop.dataDir, 'copia.respaldo')
  await save(shop, path)
  const place = await emptyPlace()
  await restoreInto(place, path)
  const sum = sql`select count(*)::int as n, md5(string_agg(clave || texto || html, '' order by id)) as all from correos`
  expect((await place.db.execute(sum)).rows).toEqual((await shop.db.execute(sum)).rows)
})

it('an archive that is cut, another file, or a database with data is refused, and nothing is left behind', async () => {
  const shop = await testShop()
  await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 2 }) }])
  const path = join(shop.dataDir, 'copia.respaldo')
  await save(shop, path)
  await expect(restoreInto(placeOf(shop), path)).rejects.toThrow('ya tiene datos')
  const place = await emptyPlace()
  for (const cut of [0.3, 0.7, 0.97]) {
    const part = join(shop.dataDir, 'cortada.respaldo')
    writeFileSync(part, readFileSync(path))
    truncateSync(part, Math.floor(statSync(path).size * cut))
    await expect(restoreInto(place, part)).rejects.toThrow(/dañado|cortado/)
  }
  const other = join(shop.dataDir, 'otro')
  writeFileSync(other, 'hola')
  await expect(restoreInto(place, other)).rejects.toThrow('no es un respaldo')
  expect(await place.db.select().from(pedidos)).toEqual([])
  expect((await restoreInto(place, path)).archivos).toBe(1)
})

it('a shop without an owner that started once is restored; a failure leaves its secrets and no file', async () => {
  const shop = await testShop()
  await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 2 }) }])
  const path = join(shop.dataDir, 'copia.respaldo')
  await save(shop, path)
  const place = await emptyPlace()
  await seed(place.db, { email: undefined, password: undefined, muestra: false, abierta: false })
  const own = join(place.folder, 'secretos')
  mkdirSync(own, { recursive: true })
  const [secreto = ''] = readdirSync(join(shop.dataDir, 'secretos'))
  writeFileSync(join(own, secreto), 'de esta máquina')
  const { files } = place
  const kept: string[] = []
  const receive: typeof files.receive = async (...given) => {
    const received = await files.receive(...given)
    const keep = async (id: string) => {
      kept.push(id)
      await received.keep(id)
      throw new Error('ENOSPC')
    }
    return { ...received, keep }
  }
  await expect(restoreInto({ ...place, files: { ...files, receive } }, path)).rejects.toThrow('ENOSPC')
  expect(readFileSync(join(own, secreto), 'utf8')).toBe('de esta máquina')
  expect(await place.db.select().from(pedidos)).toEqual([])
  expect(kept).toHaveLength(1)
  await expect(files.open(kept[0] ?? '')).rejects.toThrow()
  expect((await restoreInto(place, path)).archivos).toBe(1)
  expect(readFileSync(join(own, secreto), 'utf8')).not.toBe('de esta máquina')
})

it('after a failure, rows that came in meanwhile and files that the store had before stay', async () => {
  const shop = await testShop()
  const pdf = makePdf({ pages: 2 })
  await shop.quote([{ nombre: 'a.pdf', bytes: await pdf }])
  const path = join(shop.dataDir, 'copia.respaldo')
  await save(shop, path)
  const [{ id = '' } = {}] = await shop.db.select({ id: contenidos.id }).from(contenidos)
  const place = await emptyPlace()
  const received = await place.files.receive(createReadStream(await shop.deps.files.pathOf(id)), 1024 ** 2)
  await received.keep(id) // the bucket of the lost shop
  const guardado = enDisco(path, CLAVE)
  let opened = 0
  const open: typeof guardado.lugar.open = async (...given) => {
    // The file is opened for its head, to verify it, and for its rows
    if (++opened === 2) await place.db.insert(operadores).values(OWNER_ROW)
    return guardado.lugar.open(...given)
  }
  const late = { ...guardado, lugar: { open } }
  const { url, files, folder } = place
  const into = { url, files, dataDir: folder, alDia: null, shared: false }
  await expect(restoreRespaldo({ ...into, guardado: late })).rejects.toThrow('ya tiene datos')
  expect(await place.db.select().from(operadores)).toHaveLength(1)
  await place.db.delete(operadores)
  const receive: typeof files.receive = async (...given) => {
    const one = await files.receive(...given)
    const keep = async (name: string) => {
      await one.keep(name)
      throw new Error('ENOSPC')
    }
    return { ...one, keep }
  }
  await expect(
    restoreRespaldo({ ...into, files: { ...files, receive }, guardado: enDisco(path, CLAVE) }),
  ).rejects.toThrow('ENOSPC')
  expect(await buffer((await files.open(id)).stream)).toHaveLength((await pdf).length)
})

it('an archive that cannot be written leaves no half file', async () => {
  const shop = await testShop()
  const path = join(shop.dataDir, 'no-existe', 'copia.respaldo')
  await expect(save(shop, path)).rejects.toThrow()
  expect([existsSync(path), existsSync(`${path}.parte`)]).toEqual([false, false])
})

it('a folder where a file was meant is told before anything is read, with the name of a file in it', async () => {
  const shop = await testShop()
  const folder = join(shop.dataDir, 'discos')
  mkdirSync(folder)
  const unread = queOf({ ...placeOf(shop), url: 'postgresql://nobody@127.0.0.1:1/none' })
  await expect(makeRespaldo(folder, unread)).rejects.toThrow(
    `${folder} es una carpeta. Escribí también el nombre del archivo, como ${folder}/tienda.respaldo.`,
  )
  expect(readdirSync(shop.dataDir).filter((name) => name.includes('.parte'))).toEqual([])
})

it('a backup from disk restores into a bucket and back; an unfinished upload starts anew', async () => {
  const shop = await testShop()
  const bytes = await makePdf({ pages: 3 })
  await shop.quote([{ nombre: 'a.pdf', bytes }])
  const path = join(shop.dataDir, 'copia.respaldo')
  await save(shop, path)

  const { s3, bucket } = await openTestBucket()
  const shared = await emptyPlace(bucket)
  await restoreInto(shared, path)
  const [content] = await shared.db.select().from(contenidos)
  const id = content?.id ?? ''
  expect([...s3.objects.kept.keys()]).toEqual([`archivos/${id}`])
  rmSync(await shared.files.pathOf(id)) // as on another machine, which has no copy

  const process = await otherProcess(shared.url, { files: shared.files })
  await createSubida(process, 1_000)
  const again = join(shop.dataDir, 'otra.respaldo')
  // A machine of its own, whose jobs fetch no file meanwhile
  const lone = mkdtempSync(join(tmpdir(), 'imprimitodo-sola-'))
  onTestFinished(() => rmSync(lone, { recursive: true }))
  const files = await createS3Store(bucket, lone, 0)
  expect(await makeRespaldo(again, queOf({ ...shared, files }))).toMatchObject({ archivos: 1 })
  const copies = readdirSync(join(lone, 'archivos'), { recursive: true, withFileTypes: true })
  expect(copies.filter((entry) => entry.isFile())).toEqual([]) // streamed, whatever its size
  const place = await emptyPlace()
  await restoreInto(place, again)
  expect(readFileSync(await place.files.pathOf(id)).equals(bytes)).toBe(true)
  expect(await place.db.select().from(subidas)).toEqual([])
})

it('a bucket that is down is a failure, not a backup without files', async () => {
  const { s3, bucket } = await openTestBucket()
  const { folder, files } = await emptyPlace(bucket)
  const shop = await testShop({ files })
  await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const [content] = await shop.db.select().from(contenidos)
  rmSync(await files.pathOf(content?.id ?? ''))
  await s3.away()
  const path = join(folder, 'copia.respaldo')
  await expect(save(shop, path)).rejects.toThrow('no responde')
  expect(existsSync(path)).toBe(false)
})
