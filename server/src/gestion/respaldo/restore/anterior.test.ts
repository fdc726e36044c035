// A backup of an earlier version is restored into this one, with the same result as an update.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { pack } from 'tar-stream'
import { expect, onTestFinished, test } from 'vitest'
import { migrateUpTo } from '../../../base/db/open.ts'
import { contenidos } from '../../../base/db/schema/archivos.ts'
import { operadores } from '../../../base/db/schema/mostrador.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { puntos, saldos } from '../../../base/db/schema/puntos.ts'
import { NoRoom } from '../../../base/services/files/port.ts'
import { bareDatabase, testDatabase } from '../../../testing/database.ts'
import { testFolder } from '../../../testing/folder.ts'
import { expectEmpty, KEY, newInstalacion } from '../../../testing/instalacion.ts'
import { enterAs } from '../../../testing/mostrador.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { conPuntos } from '../../../testing/puntos.ts'
import { CLAVE, emptyPlace } from '../../../testing/respaldo.ts'
import { compra, otherProcess, type Shop, testShop } from '../../../testing/shop.ts'
import { finishRestauracion } from '../../instalacion/service.ts'
import { copyRows, finishRows, leaveSumsAlone } from '../archivo/filas.ts'
import {
  ARCHIVOS,
  type ArchivoGuardado,
  CABEZA,
  FIN,
  type Fin,
  RespaldoInvalido,
} from '../archivo/formato.ts'
import { enDisco } from '../archivo/read.ts'
import { sealRespaldo } from '../archivo/sello.ts'
import { addEntry, addTables, describeDatabase } from '../archivo/tablas.ts'
import { toldOfRestore } from '../archivo/why.ts'
import { withAlDia } from './anterior.ts'
import { restoreRespaldo } from './restore.ts'

const RESPALDAR = fileURLToPath(new URL('../../../backup-command.ts', import.meta.url))
/** The first version whose backups were sealed. */
const FIRST_SEALED = 44
/** The next migration needs to know which points of the last two days were typed. */
const TIPEADOS = 82
const NEWEST = readdirSync(join(import.meta.dirname, '../../../base/db/migrations')).filter((name) =>
  name.endsWith('.sql'),
).length

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A shop with its owner, a paid order and a customer with points. */
async function soldShop() {
  const shop = await testShop()
  const { pedido_id } = await shop.quote([{ nombre: 'tesis.pdf', bytes: await makePdf({ pages: 3 }) }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  const cliente = await conPuntos(shop, 320)
  const venta = {
    tipo: 'venta',
    motivo: 'Venta',
    clave: 'venta:1',
    quien: 'Ana',
    cuando: new Date(),
  } as const
  await shop.db.insert(puntos).values({ ...venta, cliente_id: cliente.id, puntos: 80, tipeados: 80 })
  return { shop, pedido_id, cliente }
}

/**
 * Its backup as the version with the first `count` migrations would have made it, without later columns and
 * tables.
 */
async function backupOfVersion(shop: Shop, count: number) {
  const url = await bareDatabase()
  await migrateUpTo(url, count)
  const [now, then] = [await connect(shop.url), await connect(url)]
  await then.query('begin')
  await leaveSumsAlone(then)
  await copyRows(now, then, (await describeDatabase(then)).tablas)
  const { rows } = await then.query(`select sequencename from pg_sequences where schemaname = 'public'`)
  const today = await describeDatabase(now)
  const secuencias = today.secuencias.filter(({ nombre }) => rows.some((row) => row.sequencename === nombre))
  await finishRows(then, { ...today, tablas: [], secuencias })
  await then.query('commit')
  return sealed(shop, then)
}

/** The database at `client`, with the files of `shop`, as any version since the first one seals it. */
async function sealed({ deps: { files } }: Shop, client: pg.Client) {
  const path = join(testFolder('respaldos'), 'imprimitodo-2026-11-20-0400.respaldo')
  const tar = pack()
  const written = pipeline(tar, createGzip(), sealRespaldo(CLAVE), createWriteStream(path))
  const cabeza = await describeDatabase(client)
  await addEntry(tar, CABEZA, JSON.stringify(cabeza))
  await addTables(tar, client, cabeza)
  const { rows } = await client.query<ArchivoGuardado>(
    'select id, sha256 from contenidos where borrado is null',
  )
  for (const { id } of rows)
    await addEntry(tar, `${ARCHIVOS}${id}`, await buffer((await files.open(id)).stream))
  await addEntry(tar, FIN, JSON.stringify({ archivos: rows, faltan: [], aparte: false } satisfies Fin))
  tar.finalize()
  await written
  return { path, tablas: cabeza.tablas }
}

/** All rows of the columns that `tablas` names, table by table. */
async function rowsOf(url: string, tablas: Awaited<ReturnType<typeof describeDatabase>>['tablas']) {
  const client = await connect(url)
  const all: Record<string, unknown> = {}
  for (const { nombre, columnas } of tablas) {
    const names = columnas.map((name) => `"${name}"`).join(', ')
    const { rows } = await client.query(`select to_jsonb(t) as row from (select ${names} from ${nombre}) t`)
    all[nombre] = rows.map(({ row }) => JSON.stringify(row)).toSorted()
  }
  return all
}

/** The schema, as PostgreSQL itself describes it. */
async function schemaOf(client: pg.Client) {
  const ask = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows
  return {
    columns:
      await ask(`select c.relname, c.relkind::text, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.attidentity::text, a.attgenerated::text, pg_get_expr(d.adbin, d.adrelid)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      order by 1, a.attnum`),
    constraints: await ask(`select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`),
    indexes: await ask(`select indexdef from pg_indexes where schemaname = 'public' order by 1`),
    triggers: await ask(`select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`),
    functions: await ask(`select pg_get_functiondef(p.oid) from pg_proc p
      where p.pronamespace = 'public'::regnamespace and not exists
        (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`),
    sequences:
      await ask(`select sequencename, data_type::text, start_value::text, increment_by::text, max_value::text
      from pg_sequences where schemaname = 'public' order by 1`),
    migrations: await ask('select hash from drizzle.__drizzle_migrations order by id'),
  }
}

/**
 * The first sealed one, one with triggers that add up, one before a migration that fills a column, and the
 * last one.
 */
test.each([FIRST_SEALED, 63, TIPEADOS, NEWEST - 1])(
  'one made with the first %i migrations: all its rows, sums and files come back, and what is new has what an update gives it',
  async (count) => {
    const { shop } = await soldShop()
    const { path, tablas } = await backupOfVersion(shop, count)
    const place = await emptyPlace()
    const alDia = join(place.folder, 'puesta-al-dia')
    const done = await restoreRespaldo({
      url: place.url,
      files: place.files,
      dataDir: place.folder,
      guardado: enDisco(path, CLAVE),
      alDia,
      shared: false,
    })
    expect(done).toMatchObject({ archivos: 1, faltan: [] })
    expect(existsSync(alDia)).toBe(false)
    // Uploads under way are left out, and the restore itself is noted
    const same = tablas.filter(({ nombre }) => !['subidas', 'restauraciones'].includes(nombre))
    expect(await rowsOf(place.url, same)).toEqual(await rowsOf(shop.url, same))
    const [content] = await place.db.select().from(contenidos)
    expect(readFileSync(await place.files.pathOf(content?.id ?? ''))).toHaveLength(content?.bytes ?? 0)
    const { rows } = await place.pool.query('select puntos::int, tipeados::int from puntos order by id')
    expect(rows).toEqual([
      { puntos: 320, tipeados: 0 },
      { puntos: 80, tipeados: 80 },
    ])
    const [numero] = (await place.pool.query(`select nextval('pedido_numero')::int as n`)).rows
    const [{ max = 0 } = {}] = (await place.pool.query('select max(numero)::int from pedidos')).rows
    expect(numero.n).toBeGreaterThan(max + 250)
  },
)

test.each([FIRST_SEALED, NEWEST - 2])(
  'what the migrations make of one with the first %i of them is the schema of a new installation',
  async (count) => {
    const { path } = await backupOfVersion(await testShop(), count)
    const fresh = await schemaOf(await connect((await testDatabase()).url))
    const guardado = enDisco(path, CLAVE)
    await withAlDia(join(testFolder('al-dia'), 'aqui'), guardado, async (base) => {
      expect(await schemaOf(base)).toEqual(fresh)
    })
    expect(fresh.columns.length).toBeGreaterThan(500)
  },
)

test('on the screen: the shop of an earlier version sells on, its owner signs in as before', async () => {
  const { shop: before, pedido_id, cliente } = await soldShop()
  const { path } = await backupOfVersion(before, NEWEST - 10)
  const place = await newInstalacion()
  await place.send(readFileSync(path))
  await place.restore()
  await expect.poll(place.restarts).toBe(1)
  expect(existsSync(join(place.dataDir, 'puesta-al-dia'))).toBe(false)
  await finishRestauracion({ db: place.shop.db, dataDir: place.dataDir })
  const again = await otherProcess(place.shop.url, {
    shared: false,
    dataDir: place.dataDir,
    files: place.shop.deps.files,
  })
  const headers = await enterAs(again)
  expect((await again.get(`/api/mostrador/pedidos/${pedido_id}`, headers)).statusCode).toBe(200)
  const [saldo] = await again.db.select().from(saldos).where(eq(saldos.cliente_id, cliente.id))
  expect(saldo?.puntos).toBe(400)
  const nuevo = await again.quote([{ nombre: 'otra.pdf', bytes: await makePdf({ pages: 1 }) }])
  expect((await again.post('/api/completar_compra', compra(nuevo.pedido_id))).statusCode).toBe(200)
  const numbers = (await again.db.select().from(pedidos)).map(({ numero }) => numero)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('one of another branch of the program says so, and nothing is changed', async () => {
  const { shop } = await soldShop()
  const other = async (change: string) => {
    const url = await bareDatabase()
    await migrateUpTo(url, NEWEST - 5)
    await (await connect(url)).query(change)
    return (await sealed(shop, await connect(url))).path
  }
  const place = await newInstalacion()
  for (const change of [
    `update drizzle.__drizzle_migrations set hash = 'de otra rama' where id = 60`,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('de otra rama', 1795773135656)`,
    'delete from drizzle.__drizzle_migrations',
  ]) {
    await place.send(readFileSync(await other(change)))
    expect((await place.restore()).end?.problema, change).toMatch(
      /de otra versión.*restauralo con esa versión/,
    )
    await place.announce(1, 'otro.respaldo') // the next upload begins anew
  }
  await expectEmpty(place)
})

test('kill -9 while it is brought up to date leaves the installation as it was, and no PostgreSQL behind', async () => {
  const { shop } = await soldShop()
  const { path } = await backupOfVersion(shop, NEWEST - 3)
  const place = await newInstalacion()
  await place.send(readFileSync(path))
  const holder = await connect(place.shop.url)
  await holder.query('begin')
  await holder.query('lock table pedidos in row exclusive mode') // it waits there, its rows are up to date
  const child = spawn(process.execPath, [RESPALDAR, 'restaurar', '-'], {
    env: { PATH: process.env.PATH, DATA_DIR: place.dataDir, DATABASE_URL: place.shop.url },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin?.write(`${JSON.stringify({ clave: KEY, lugar: 'subido', nombre: 'tienda.respaldo' })}\n`)
  const waiting = async () =>
    (
      await place.shop.db.execute(sql`select from pg_locks join pg_database d on d.oid = database
        where locktype = 'relation' and not granted and datname = current_database()`)
    ).rowCount
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
  const folder = join(place.dataDir, 'puesta-al-dia')
  const pid = Number(readFileSync(join(folder, 'base/postgres/postmaster.pid'), 'utf8').split('\n')[0])
  child.kill('SIGKILL')
  await once(child, 'close')
  await holder.query('rollback')
  expect(existsSync(`/proc/${pid}/exe`)).toBe(true)
  await finishRestauracion(place.shop)
  expect([existsSync(folder), existsSync(`/proc/${pid}/exe`)]).toEqual([false, false])
  expect(await place.shop.db.select().from(operadores)).toEqual([])
  await place.restore()
  await expect.poll(place.restarts).toBe(1)
})

const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0

test.skipIf(!canMount)(
  'a disk that is full while it is brought up to date is told, and nothing of it stays (needs root, to mount one)',
  async ({ skip }) => {
    const { shop } = await soldShop()
    const { path } = await backupOfVersion(shop, NEWEST - 3)
    const place = await emptyPlace()
    const dataDir = testFolder('chico')
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=30m', 'tmpfs', dataDir]).status !== 0) return skip()
    onTestFinished(() => void spawnSync('umount', ['-l', dataDir]))
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: place.url, BACKUP_KEY: KEY }
    const child = spawn(process.execPath, [RESPALDAR, 'restore', path], {
      env: { ...env, DISK_RESERVE_MB: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect([status, said]).toEqual([
      1,
      'No hay lugar en el disco para restaurarlo. Hacé lugar y probá de nuevo.\n',
    ])
    expect(existsSync(join(dataDir, 'puesta-al-dia'))).toBe(false)
    expect(await place.db.select().from(pedidos)).toEqual([])
  },
)

test('what ends a restore is told in words that say what to do', () => {
  const full = Object.assign(new pg.DatabaseError('could not extend file', 1, 'error'), { code: '53100' })
  for (const error of [full, new NoRoom('full'), Object.assign(new Error('write'), { code: 'ENOSPC' })])
    expect(toldOfRestore(error)).toMatchObject({
      message: expect.stringMatching(/^No hay lugar en el disco/),
    })
  expect(toldOfRestore(new Error('Connection terminated unexpectedly'))).toMatchObject({
    message: expect.stringMatching(/^La base de datos se cortó/),
  })
  const own = new RespaldoInvalido('El respaldo está cortado.')
  expect(toldOfRestore(own)).toBe(own)
})
