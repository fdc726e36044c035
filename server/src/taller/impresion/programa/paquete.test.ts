// The download of one branch: who gets it, what is in it, and that it is made only when it is asked for.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { readManifiesto } from '@imprimitodo/shared/rules/taller/programa'
import { unzipSync } from 'fflate'
import { extract } from 'tar-stream'
import { expect, test } from 'vitest'
import { enterAs } from '../../../testing/mostrador.ts'
import { fuenteDePrueba } from '../../../testing/programa.ts'
import { OWNER, testShop } from '../../../testing/shop.ts'
import { carpetaPrograma, packPieza } from './piezas.ts'
import { forgetProgramas } from './programa.ts'

const B = '/api/mostrador/agentes'

async function world(change: Parameters<typeof testShop>[0] = {}) {
  const fuente = fuenteDePrueba()
  const shop = await testShop({ publicUrl: 'https://tienda.example', fuentePrograma: fuente, ...change })
  const headers = await enterAs(shop)
  const body = { nombre: 'PC mostrador', sucursal: 'Alberdi', actual: OWNER.password }
  const agente = (await shop.post(B, body, headers)).json<{ id: number; token: string; codigo: string }>()
  const ask = (plataforma: string, who: Record<string, string> = headers) =>
    shop.post(`${B}/${agente.id}/paquete`, { plataforma }, who)
  const offer = async (plataforma: string) =>
    (await ask(plataforma)).json<{ paquete: { url: string; bytes: number } }>().paquete
  return { fuente, shop, headers, agente, ask, offer }
}

async function untar(bytes: Buffer): Promise<Record<string, { bytes: Buffer; mode: number }>> {
  const entries = extract()
  Readable.from([bytes]).pipe(entries)
  const found: Record<string, { bytes: Buffer; mode: number }> = {}
  for await (const entry of entries) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    found[entry.header.name] = { bytes: Buffer.concat(chunks), mode: entry.header.mode ?? 0 }
  }
  return found
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('for Linux it is a tar with all that it needs, in a folder of the branch', async () => {
  const { shop, offer, agente, fuente } = await world()
  const { url, bytes } = await offer('linux')
  // Anyone who has the address gets it, with no session
  const answer = await shop.get(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/x-tar')
  expect(answer.rawPayload).toHaveLength(bytes)
  expect(answer.headers['content-length']).toBe(String(bytes))
  expect(answer.headers['content-disposition']).toBe(
    'attachment; filename="imprimitodo-agente-alberdi-linux.tar"',
  )
  const files = await untar(answer.rawPayload)
  const at = (name: string) => files[`imprimitodo-agente-alberdi-linux/${name}`]
  expect(
    Object.keys(files)
      .map((name) => name.replace(/^[^/]+\//, ''))
      .toSorted(),
  ).toEqual([
    'LEEME.txt',
    'agente.cjs',
    'imprimitodo-agente.service',
    'instalar.sh',
    'lanzador.cjs',
    'manifiesto.json',
    'node.gz',
    'tienda.json',
  ])
  expect(at('instalar.sh')?.mode).toBe(0o755)
  expect(JSON.parse(String(at('tienda.json')?.bytes))).toEqual({
    server: 'https://tienda.example',
    sucursal: 'Alberdi',
  })
  const manifiesto = readManifiesto(String(at('manifiesto.json')?.bytes), 'linux')
  const [code, node] = manifiesto?.archivos ?? []
  expect(sha256(at('agente.cjs')?.bytes ?? Buffer.alloc(0))).toBe(code?.sha256)
  expect(sha256(gunzipSync(at('node.gz')?.bytes ?? Buffer.alloc(0)))).toBe(node?.sha256)
  expect(sha256(readFileSync(join(fuente.dist, 'agente.cjs')))).toBe(code?.sha256)
  // It may be lost or passed on: nothing in it is a secret
  for (const { bytes } of Object.values(files))
    for (const secret of [agente.token, agente.codigo]) expect(bytes.includes(secret)).toBe(false)
})

test('for Windows it is a zip, as its programs read text', async () => {
  const { shop, offer } = await world()
  const answer = await shop.get((await offer('windows')).url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/zip')
  const files = unzipSync(answer.rawPayload)
  expect(Object.keys(files).toSorted()).toEqual([
    'LEEME.txt',
    'agente.cjs',
    'instalar.cmd',
    'instalar.ps1',
    'lanzador.cjs',
    'manifiesto.json',
    'node.exe',
    'tienda.json',
  ])
  const manifiesto = readManifiesto(Buffer.from(files['manifiesto.json'] ?? []).toString(), 'windows')
  for (const { nombre, sha256: wanted, bytes } of manifiesto?.archivos ?? []) {
    const file = files[nombre] ?? new Uint8Array()
    expect([nombre, file.length, sha256(file)]).toEqual([nombre, bytes, wanted])
  }
  const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8')
  // cmd.exe does not read UTF-8, nor lines that end without CR
  expect(text('instalar.cmd')).toMatch(/^@echo off\r\n[\x20-\x7e\r\n]+$/)
  for (const name of ['instalar.ps1', 'LEEME.txt']) {
    expect(text(name)).toMatch(/^\uFEFF/)
    expect(text(name)).not.toMatch(/[^\r]\n/)
  }
  // It starts with the machine, by an account without a password, and has no time limit of three days
  for (const part of [
    '-AtStartup',
    'S-1-5-19',
    '-ExecutionTimeLimit ([TimeSpan]::Zero)',
    "Join-Path $deLanzador 'node.exe'",
  ])
    expect(text('instalar.ps1')).toContain(part)
})

test('a download that broke goes on where it was', async () => {
  const { shop, offer } = await world()
  const { url, bytes } = await offer('linux')
  const whole = await shop.get(url)
  const { etag = '' } = whole.headers
  const rest = await shop.get(url, { range: 'bytes=1000-', 'if-range': etag })
  expect(rest.statusCode).toBe(206)
  expect(rest.headers['content-range']).toBe(`bytes 1000-${bytes - 1}/${bytes}`)
  expect(rest.rawPayload.equals(whole.rawPayload.subarray(1000))).toBe(true)
  expect((await shop.get(url, { range: `bytes=${bytes}-` })).statusCode).toBe(416)
})

test('its address is valid for an hour, for one agent, and cannot be forged', async () => {
  const { shop, offer, headers, agente } = await world()
  const { url } = await offer('linux')
  const gone = { detail: 'Ese enlace venció: pedí la descarga de nuevo en Impresoras.' }
  const forged = [
    url.replace('.linux.', '.windows.'),
    url.replace(/\/(\d+)\.linux/, (_, id) => `/${Number(id) + 1}.linux`),
    url.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1}.`),
    url.slice(0, -1),
    '/api/agente/paquete/hola',
  ]
  for (const address of forged) {
    const answer = await shop.get(address)
    expect(answer.statusCode).toBe(410)
    expect(answer.headers['x-codigo']).toBe('enlace_vencido')
    expect(answer.json()).toEqual(gone)
  }
  expect((await shop.get(url)).statusCode).toBe(200)
  shop.clock.offsetMs = 3600_000 + 1_000
  expect((await shop.get(url)).statusCode).toBe(410)
  shop.clock.offsetMs = 0
  await shop.app.inject({ method: 'DELETE', url: `${B}/${agente.id}`, headers })
  expect((await shop.get(url)).statusCode).toBe(410)
  const answer = await shop.post(`${B}/${agente.id}/paquete`, { plataforma: 'linux' }, headers)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ detail: 'Ese agente no existe.' })
})

test('it is made only when it is asked for, once, and deleted after a week without use', async () => {
  const { shop, offer, ask, fuente } = await world()
  const folder = carpetaPrograma(shop.deps)
  expect([existsSync(folder), fuente.asked]).toEqual([false, 0])
  await Promise.all([offer('linux'), offer('linux'), ask('linux')])
  const { url } = await offer('linux')
  await shop.get(url)
  // The counter and the agents' call each ask for it
  expect(fuente.asked).toBeLessThanOrEqual(2)
  const kept = readdirSync(folder)
  expect(kept.filter((name) => name.endsWith('.tar'))).toHaveLength(1)
  expect(kept.filter((name) => name.endsWith('.parte'))).toEqual([])

  await forgetProgramas(shop.deps)
  expect(readdirSync(folder)).toEqual(kept)
  for (const name of kept) utimesSync(join(folder, name), Date.now() / 1000 - 8 * 86_400, 0)
  await forgetProgramas(shop.deps)
  expect(readdirSync(folder)).toEqual([])
  // Made again, also by a server that still had it in memory
  expect((await shop.get((await offer('linux')).url)).statusCode).toBe(200)
})

test('where Node cannot be had for a platform the person is told what to do, and the other one works', async () => {
  const { ask, fuente } = await world()
  fuente.missing.add('windows')
  const refused = await ask('windows')
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['x-codigo']).toBe('sin_programa')
  expect(refused.json()).toEqual({
    detail:
      'El servidor no pudo bajar Node para Windows: necesita npm e internet, una sola vez. Fijate y probá de nuevo.',
  })
  expect((await ask('linux')).statusCode).toBe(200)
  fuente.missing.clear()
  expect((await ask('windows')).json()).toMatchObject({ paquete: { url: expect.any(String) } })
  expect((await ask('mac')).json()).toEqual({ plataforma: ['Elegí Windows o Linux.'] })
})

test('an installation that was not built says so; one on a full disk makes nothing', async () => {
  const { ask } = await world({
    fuentePrograma: { ...fuenteDePrueba(), dist: '/no/esta' },
  })
  const refused = await ask('linux')
  expect(refused.statusCode).toBe(503)
  expect(refused.json().detail).toEqual(expect.stringContaining('npm start'))

  const full = await world({ diskReserveBytes: Number.MAX_SAFE_INTEGER })
  const answer = await full.ask('linux')
  expect(answer.statusCode).toBe(507)
  expect(answer.headers['x-codigo']).toBe('sin_lugar')
  expect(readdirSync(carpetaPrograma(full.shop.deps))).toEqual([])
})

test('a shop without https offers none, since no agent would talk to it', async () => {
  const { ask } = await world({ publicUrl: 'http://tienda.example' })
  const answer = await ask('linux')
  expect(answer.statusCode).toBe(409)
  expect(answer.json().detail).toEqual(expect.stringContaining('PUBLIC_URL'))
})

test('packed twice at the same time it has the announced bytes', async () => {
  const { shop } = await world()
  const source = join(shop.dataDir, 'programa')
  writeFileSync(source, randomBytes(6_000_000))
  const pack = () => packPieza({ dataDir: shop.dataDir, diskReserveBytes: 0 }, source, 'node')
  const later = async () => {
    await setTimeout(20)
    return pack()
  }
  for (const { path, gz } of await Promise.all([pack(), later()])) {
    const packed = readFileSync(path)
    expect([packed.length, sha256(packed)]).toEqual([gz.bytes, gz.sha256])
  }
  expect(readdirSync(carpetaPrograma(shop)).filter((name) => name.includes('.parte'))).toEqual([])
  const { path, gz } = await pack()
  writeFileSync(`${path}.json`, Buffer.alloc(100)) // as a power cut leaves it
  expect((await pack()).gz).toEqual(gz)
})
