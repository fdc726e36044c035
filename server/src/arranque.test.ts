// What the server prints when it cannot start, and what it answers on a full disk: real processes.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { SECRETOS_RESTAURADOS } from './gestion/respaldo/restore/carpetas.ts'
import { restoreAlone } from './gestion/respaldo/restore/one-restore.ts'
import { openTienda, scratchFolder } from './testing/bitacora.ts'
import { registro } from './testing/cuenta.ts'
import { testDatabase } from './testing/database.ts'
import { nameOfDatabase, urlOfDatabase } from './testing/database-url.ts'
import { openGate } from './testing/peers/gate.ts'
import { startSmtp } from './testing/peers/smtp.ts'
import { eventually, testShop } from './testing/shop.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WAIT_MS = 60_000

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-arranque-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** PostgreSQL asks for 58, and Node has some open already. */
const FEW_FILES = 'ulimit -n 48'

/** `before`: a command of the shell that starts it. */
function launch(env: Record<string, string>, before = ':'): { child: ChildProcess; said(): string } {
  const main = [process.execPath, '--import', './scripts/preload.mjs', 'server/src/main.ts']
  const child = spawn('sh', ['-c', `${before}; exec "$@"`, 'sh', ...main], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', BACKUP_DIR: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  return { child, said: () => said }
}

/** The server's output before it exits with 1. */
async function refusalOf(env: Record<string, string>, before?: string): Promise<string> {
  const { child, said } = launch(env, before)
  const [code] = await once(child, 'close')
  expect(code, said()).toBe(1)
  return said().trim()
}

/** A server on loopback that calls `answer` for every connection. @returns its port */
async function listening(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** An error message of PostgreSQL's wire protocol. */
function errorOf(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mpassword authentication failed\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Expects one sentence of ours, without a driver's message or a stack. */
function expectPlain(said: string, expected: RegExp): void {
  expect(said).toMatch(/^ImprimiTodo no arrancó: \S[^\n]*$/)
  expect(said).toMatch(expected)
  expect(said).not.toMatch(/Error:|\bat .*:\d+|E[A-Z]{5,}|clave-secreta|password|undefined/)
}

describe('a failed start says why in one plain sentence, with exit 1', { timeout: WAIT_MS }, () => {
  test.each<[string, string, RegExp]>([
    ['no address', 'hola', /tiene que ser postgresql:\/\/usuario:clave@host:puerto\/base/],
    [
      'no server there',
      'postgresql://ana:clave-secreta@127.0.0.1:1/tienda',
      /127\.0\.0\.1:1 no hay ningún PostgreSQL/,
    ],
    [
      'no such machine',
      'postgresql://ana:clave-secreta@no-existe.invalid/tienda',
      /no se encuentra la máquina/,
    ],
  ])('DATABASE_URL: %s', async (_, url, expected) => {
    expectPlain(await refusalOf({ DATA_DIR: newFolder(), DATABASE_URL: url }), expected)
  })

  test('DATABASE_URL: a wrong password, and something that is no PostgreSQL', async () => {
    const postgres = await listening((socket) => socket.end(errorOf('28P01')))
    const web = await listening((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const say = (port: number) =>
      refusalOf({
        DATA_DIR: newFolder(),
        DATABASE_URL: `postgresql://ana:clave-secreta@127.0.0.1:${port}/tienda`,
      })
    expectPlain(await say(postgres), /no acepta ese usuario con esa contraseña/)
    expectPlain(await say(web), /no contesta un PostgreSQL/)
  })

  test('a database into which a backup is being restored: files of the restore in DATA_DIR stay', async () => {
    const [{ url }, folder] = [await testDatabase(), newFolder()]
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    onTestFinished(() => client.end())
    await restoreAlone(client)
    mkdirSync(join(folder, SECRETOS_RESTAURADOS))
    writeFileSync(join(folder, SECRETOS_RESTAURADOS, 'sesion'), 'clave')
    const said = await refusalOf({ DATA_DIR: folder, DATABASE_URL: url })
    expectPlain(said, /: Se está restaurando un respaldo en esta base de datos: esperá a que termine/)
    expect(readdirSync(join(folder, SECRETOS_RESTAURADOS))).toEqual(['sesion'])
  })

  test('DATABASE_URL: a database that is not there', async () => {
    const url = urlOfDatabase(inject('postgres'), 'no_existe')
    expectPlain(
      await refusalOf({ DATA_DIR: newFolder(), DATABASE_URL: url }),
      /la base .*no existe|no contesta/,
    )
  })

  test('DATABASE_URL: a database that is read-only, as a replica', async () => {
    const { url, db } = await testDatabase()
    await db.execute(sql.raw(`alter database ${nameOfDatabase(url)} set default_transaction_read_only = on`))
    expectPlain(
      await refusalOf({ DATA_DIR: newFolder(), DATABASE_URL: url }),
      /la base de datos es de solo lectura/,
    )
  })

  test('STORAGE_URL: no address, no such machine, no such bucket, a wrong key, no S3', async () => {
    const s3 = async (status: number) => {
      const server = createHttp((_, answer) => void answer.writeHead(status).end())
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => void server.close())
      return `s3://a:clave-secreta@127.0.0.1:${(server.address() as AddressInfo).port}/copias`
    }
    const say = (url: string) => refusalOf({ DATA_DIR: newFolder(), STORAGE_URL: url })
    expectPlain(await say('s3://a%ZZ:b@x/copias'), /STORAGE_URL tiene que ser s3:/)
    expectPlain(await say('s3://a:b@no-existe.invalid/copias'), /STORAGE_URL: no se encuentra la máquina/)
    expectPlain(await say(`${await s3(404)}?tls=0`), /el bucket «copias» no existe/)
    expectPlain(await say(`${await s3(403)}?tls=0`), /no deja usar el bucket «copias» con esa clave/)
    expectPlain(await say(`${await s3(405)}?tls=0`), /no contesta como un S3/)
    expectPlain(await say(await s3(200)), /no habla https/)
  })

  test('DATA_DIR: a file, below a file', async () => {
    const file = join(newFolder(), 'datos')
    writeFileSync(file, '')
    expectPlain(await refusalOf({ DATA_DIR: file }), /es un archivo, .*Elegí una carpeta con DATA_DIR/)
    expectPlain(await refusalOf({ DATA_DIR: join(file, 'abajo') }), /es un archivo/)
    if (process.platform === 'linux')
      expectPlain(await refusalOf({ DATA_DIR: '/proc/x/y' }), /\/proc\/x\/y no se puede crear/)
  })

  test.each([
    ['PUBLIC_URL', 'tienda.example', /PUBLIC_URL tiene que ser una dirección http o https sin ruta/],
    ['SMTP_URL', 'smtp.example.com:587', /SMTP_URL tiene que ser smtp:/],
    ['LOG_LEVEL', 'verbose', /LOG_LEVEL es uno de trace, debug/],
    ['TRUST_PROXY', 'proxy', /TRUST_PROXY es un número de saltos, o direcciones y redes/],
    ['HOST', 'no-existe.invalid', /no se encuentra no-existe\.invalid\. Corregí HOST/],
    ['OWNER_EMAIL', 'nada', /OWNER_EMAIL no es un e-mail/],
    ['OWNER_PASSWORD', '1', /OWNER_PASSWORD: La contraseña debe tener al menos 8 caracteres/],
    ['OWNER_PASSWORD', 'password1', /OWNER_PASSWORD: Esa contraseña es muy común/],
  ])('%s=%s', async (name, value, expected) => {
    const { url } = await testDatabase()
    expectPlain(await refusalOf({ DATA_DIR: newFolder(), DATABASE_URL: url, [name]: value }), expected)
  })

  test('an unexpected error says so, and with LOG_LEVEL=debug also where it happened', async () => {
    const { url } = await testDatabase()
    const env = { DATA_DIR: newFolder(), DATABASE_URL: url }
    // A file in the place of a folder that every start needs
    writeFileSync(join(env.DATA_DIR, 'secretos'), '')
    const why = /algo inesperado \(ENOTDIR\)\. Con LOG_LEVEL=debug se ve más/
    const where = /\bat .*:\d+/
    const [said, more] = [await refusalOf(env), await refusalOf({ ...env, LOG_LEVEL: 'debug' })]
    expect(said).toMatch(why)
    expect(said).not.toMatch(where)
    expect(more).toMatch(why)
    expect(more).toMatch(where)
  })

  test('too few files that may be open at once: at a first start, and for an existing installation', async () => {
    const env = { DATA_DIR: newFolder() }
    const why = /muy pocos archivos a la vez\. Subí ese límite a 1024 o más \(ulimit -n/
    expectPlain(await refusalOf(env, FEW_FILES), why)
    const { child, said } = launch(env)
    await eventually(
      async () => said(),
      (text) => text.includes('ImprimiTodo está en'),
      WAIT_MS,
    )
    child.kill('SIGTERM')
    await once(child, 'close')
    expectPlain(await refusalOf(env, FEW_FILES), why)
  })

  test('PORT: taken, and none', async () => {
    const port = await listening(() => {})
    expectPlain(
      await refusalOf({ DATA_DIR: newFolder(), PORT: String(port) }),
      new RegExp(`el puerto ${port} ya está en uso\\. .*PORT`),
    )
    expectPlain(await refusalOf({ DATA_DIR: newFolder(), PORT: '70000' }), /PORT tiene que ser un número/)
  })
})

test('after a first start that found its port taken, the second one shows the login and the key', {
  timeout: 2 * WAIT_MS,
}, async () => {
  const env = { DATA_DIR: newFolder(), DATABASE_URL: (await testDatabase()).url }
  await refusalOf({ ...env, PORT: String(await listening(() => {})) })
  const { said } = launch(env)
  await eventually(
    async () => said(),
    (text) => text.includes('ImprimiTodo está en'),
    WAIT_MS,
  )
  // They are shown as soon as they are made, so that a later failure of the start does not lose them
  expect(said()).toMatch(
    /Para entrar: .*contraseña \S{12} [\s\S]*Clave de los respaldos.*: [\da-f]{64}\n[\s\S]*está en/,
  )
})

/** Mounts a disk of so many megabytes; null where this user may not mount. */
function smallDisk(megabytes: number): string | null {
  const folder = newFolder()
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]
  if (spawnSync('mount', options).status !== 0) return null
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}
const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0

describe.skipIf(!canMount)('a full disk (needs root, to mount a small one)', { timeout: 2 * WAIT_MS }, () => {
  test('at start: one sentence, for a new installation and for an existing one', async ({ skip }) => {
    const [tiny, disk] = [smallDisk(8), smallDisk(200)]
    if (!tiny || !disk) return skip('mount is not allowed here')
    expectPlain(await refusalOf({ DATA_DIR: tiny }), /el disco de .* está lleno\. Liberá espacio/)

    const first = launch({ DATA_DIR: disk })
    await eventually(
      async () => first.said(),
      (said) => said.includes('ImprimiTodo está en'),
      WAIT_MS,
    )
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    fill(disk)
    expectPlain(await refusalOf({ DATA_DIR: disk }), /el disco de .* está lleno\. Liberá espacio/)
  })

  test('seconds after the start: the server goes on, writes are refused with 507, and existing data are still read', async ({
    skip,
  }) => {
    const disk = smallDisk(300)
    if (!disk) return skip('mount is not allowed here')
    const port = await freePort()
    const shop = launch({ DATA_DIR: disk, PORT: String(port), DISK_RESERVE_MB: '1' })
    await eventually(
      async () => shop.said(),
      (said) => said.includes('ImprimiTodo está en'),
      WAIT_MS,
    )
    fill(disk)
    const url = `http://127.0.0.1:${port}`
    const answers: { status: number; body: { detail?: string } }[] = []
    for (let call = 0; call < 20; call++) {
      const answer = await fetch(`${url}/api/arrepentimiento`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          nombre: 'Ana',
          email: `ana${call}@example.com`,
          compra: `${call} ${'x'.repeat(400)}`,
          motivo: 'y'.repeat(900),
        }),
      })
      answers.push({ status: answer.status, body: await answer.json() })
    }
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([507]))
    expect(refused[0]?.body.detail).toMatch(/^No pudimos guardarlo: el disco del servidor está lleno\./)
    expect((await fetch(`${url}/api/precios`)).status).toBe(200)
    expect(shop.child.exitCode, shop.said()).toBeNull()
  })
})

function fill(disk: string): void {
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'lleno')}`, 'bs=64k'])
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('DATABASE_POOL=5: the whole process stays within 8 connections, and crowds are answered', {
  timeout: WAIT_MS,
}, async () => {
  const { url: databaseUrl, pool } = await testDatabase()
  const port = await freePort()
  const shop = launch({
    DATA_DIR: newFolder(),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: '5',
    PORT: String(port),
  })
  await eventually(
    async () => shop.said(),
    (said) => said.includes('ImprimiTodo está en'),
    WAIT_MS,
  )
  const url = `http://127.0.0.1:${port}`
  const write = (call: number) =>
    fetch(`${url}/api/arrepentimiento`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nombre: 'Ana', email: `ana${call}@example.com`, compra: String(call) }),
    })
  const connections = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rows[0]?.n ?? 0
  }
  const seen: number[] = []
  for (let round = 0; round < 5; round++) {
    const crowd = Array.from({ length: 40 }, (_, call) =>
      call % 10 === 0 ? write(round * 100 + call) : fetch(`${url}/api/salud`),
    )
    seen.push(await connections())
    const statuses = (await Promise.all(crowd)).map(({ status }) => status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    seen.push(await connections())
  }
  expect(Math.max(...seen)).toBeLessThanOrEqual(8)
  expect(Math.max(...seen)).toBeGreaterThan(4) // the crowd did use them
})

test('a registration that PostgreSQL has no room for is a 507 too', async () => {
  const shop = await testShop()
  await shop.db.execute(sql`create function lleno() returns trigger language plpgsql
    as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await shop.db.execute(sql`create trigger lleno before insert on clientes execute function lleno()`)
  const answer = await shop.post('/api/clientes/', registro())
  expect(answer.statusCode).toBe(507)
  expect(answer.json()).toEqual({
    detail: expect.stringContaining('el disco del servidor está lleno'),
    codigo_problema: answer.headers['x-request-id'],
  })
})

test('without a bitacora nothing holds PostgreSQL’s log back', async () => {
  const dataDir = scratchFolder()
  const tienda = await openTienda(dataDir)
  await tienda.bitacora.look()
  await tienda.stop()
  const slots = () => readdirSync(join(dataDir, 'postgres/pg_replslot'))
  expect(slots()).toHaveLength(1)
  const { said } = launch({ DATA_DIR: dataDir, BACKUP_DIR: join(dataDir, 'respaldos'), BACKUP_LOG: 'off' })
  await eventually(
    async () => said(),
    (text) => text.includes('ImprimiTodo está en'),
    WAIT_MS,
  )
  expect(slots()).toEqual([])
})

describe('SIGTERM ends a server, with 0, whose', { timeout: 2 * WAIT_MS }, () => {
  /** Started, with its jobs at work. */
  async function running(databaseUrl: string, env: Record<string, string> = {}) {
    const port = await freePort()
    const shop = launch({ DATA_DIR: newFolder(), DATABASE_URL: databaseUrl, PORT: String(port), ...env })
    await eventually(
      async () => shop.said(),
      (said) => said.includes('ImprimiTodo está en'),
      WAIT_MS,
    )
    const writes = await fetch(`http://127.0.0.1:${port}/api/arrepentimiento`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nombre: 'Ana', email: 'ana@example.com', compra: '1' }),
    })
    expect(writes.status).toBe(200)
    return shop
  }

  async function endOf({ child }: { child: ChildProcess }) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    return ended
  }

  test('mail server took a mail and says nothing', async () => {
    const smtp = await startSmtp()
    smtp.moods.push({ at: 'slow', ms: 10 * WAIT_MS })
    const shop = await running((await testDatabase()).url, { SMTP_URL: smtp.url })
    await expect.poll(smtp.attempts, { timeout: WAIT_MS }).toBeGreaterThan(0)
    expect(await endOf(shop)).toEqual([0, null])
  })

  test('database says nothing any more', async () => {
    const gate = await openGate((await testDatabase()).url)
    onTestFinished(() => gate.close())
    const shop = await running(gate.url)
    gate.isMute = true
    gate.freeze()
    expect(await endOf(shop)).toEqual([0, null])
  })
})
