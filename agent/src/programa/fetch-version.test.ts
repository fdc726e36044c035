// What an agent takes from the shop as its next program, and what it refuses; killed anywhere it has one that
// runs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { install, NODE, newClave, type OfertaDePrograma, offer, setPuntero } from '../testing/programa.ts'
import { createActualizador } from './actualizador.ts'
import { placesIn, programaIn, readPuntero } from './carpeta-programa.ts'
import { fetchVersion, PaqueteRefused, switchTo } from './fetch-version.ts'
import { FirmaRefused } from './firma.ts'

const [OLD, NEW] = ['0.1.0-vieja', '0.1.0-nueva']
const FILES = { 'agente.cjs': '// la nueva', node: NODE }
const signal = new AbortController().signal
const clave = newClave()

function world() {
  const { base, remove } = install(OLD, '// la vieja')
  onTestFinished(remove)
  const oferta = offer(NEW, FILES, clave)
  const fetch = (of: OfertaDePrograma = oferta, publica = clave.publica) =>
    fetchVersion({ base, plataforma: 'linux', clave: publica }, of.origen, signal)
  const folder = (version: string) => programaIn(base, version, 'linux').folder
  /** The old one runs, and nothing of the new one could be started. */
  const expectUntouched = () => {
    expect(readPuntero(base)).toMatchObject({ actual: OLD, a_prueba: null })
    expect(readdirSync(placesIn(base).versiones).filter((name) => !name.startsWith('.'))).toEqual([OLD])
  }
  return { base, oferta, fetch, folder, expectUntouched }
}

describe('a version of the shop', () => {
  it('is placed beside the one that runs, which stays; Node that did not change is neither fetched nor kept twice', async () => {
    const { base, oferta, fetch, folder } = world()
    expect(await fetch()).toBe(NEW)
    expect(readPuntero(base)?.actual).toBe(OLD)
    expect(readFileSync(join(folder(NEW), 'agente.cjs'), 'utf8')).toBe('// la nueva')
    expect(oferta.pedidos).toHaveLength(1)
    const inode = (version: string) => statSync(join(folder(version), 'node')).ino
    expect(inode(NEW)).toBe(inode(OLD))
    switchTo(base, NEW)
    expect(readPuntero(base)).toEqual({ actual: NEW, anterior: OLD, a_prueba: 0, malas: [] })
    // A second time: that version runs already
    expect(await fetch()).toBeNull()
  })

  it('goes on where its connection broke', async () => {
    const { oferta, fetch, folder } = world()
    const whole = oferta.origen.archivo
    oferta.origen.archivo = async ({ sha256 }, path) => {
      writeFileSync(path, oferta.packed.get(sha256)?.subarray(0, 7) ?? '')
      throw new Error('cut')
    }
    await expect(fetch()).rejects.toThrow('cut')
    oferta.origen.archivo = whole
    expect(await fetch()).toBe(NEW)
    expect(oferta.pedidos.map(({ desde }) => desde)).toEqual([7])
    expect(readdirSync(folder(NEW)).toSorted()).toEqual(['agente.cjs', 'node'])
  })

  it('is not tried again after the launcher went back from it', async () => {
    const { base, oferta, fetch } = world()
    setPuntero(base, { actual: OLD, malas: [NEW] })
    expect(await fetch()).toBeNull()
    expect(oferta.pedidos).toEqual([])
  })

  const changes: [string, (gz: Buffer) => Buffer][] = [
    ['one byte of a file changed', (gz) => Buffer.from(gz).fill((gz[12] ?? 0) ^ 1, 12, 13)],
    ['a file cut short', (gz) => gz.subarray(0, 10)],
    ['another file in its place', () => gzipSync('otra cosa')],
    ['a file that is more than announced', (gz) => Buffer.concat([gz, Buffer.alloc(9)])],
  ]
  it.each(changes)('is refused with %s', async (_, change) => {
    const { oferta, fetch, expectUntouched } = world()
    for (const [hash, gz] of oferta.packed) oferta.packed.set(hash, change(gz))
    await expect(fetch()).rejects.toThrow(PaqueteRefused)
    expectUntouched()
  })

  it('is refused where signed bytes unpack to something else, or to more', async () => {
    for (const text of ['otra cosa', 'x'.repeat(1_000_000)]) {
      const { oferta, fetch, folder, expectUntouched } = world()
      const [archivo] = oferta.manifiesto.archivos
      const gz = gzipSync(text)
      const sha256 = createHash('sha256').update(gz).digest('hex')
      oferta.packed.set(sha256, gz)
      if (archivo) archivo.gz = { bytes: gz.length, sha256 }
      await expect(fetch()).rejects.toThrow(PaqueteRefused)
      expectUntouched()
      expect(existsSync(join(`${folder('')}/.${NEW}`, 'agente.cjs'))).toBe(false)
    }
  })

  type Manifiesto = OfertaDePrograma['manifiesto']
  const names = (manifiesto: Manifiesto, ...nombres: string[]) => ({
    ...manifiesto,
    archivos: nombres.map((nombre, n) => ({
      ...manifiesto.archivos[n % 2],
      nombre,
    })) as Manifiesto['archivos'],
  })
  const strange: [string, (manifiesto: Manifiesto) => Manifiesto][] = [
    ['a path that leads out', (of) => names(of, '../agente.cjs', 'node')],
    ['a version that leads out', (of) => ({ ...of, version: '../../agente' })],
    ['a file more', (of) => names(of, 'agente.cjs', 'node', 'otro')],
    ['a file less', (of) => names(of, 'agente.cjs')],
    ['files of another platform', (of) => ({ ...of, plataforma: 'windows' })],
  ]
  it.each(strange)('is refused with %s, also signed', async (_, change) => {
    const { oferta, fetch, expectUntouched } = world()
    oferta.manifiesto = change(oferta.manifiesto)
    await expect(fetch()).rejects.toThrow(FirmaRefused)
    expectUntouched()
    expect(oferta.pedidos).toEqual([])
  })

  it('is refused where it is signed by another key, changed after it was signed, or not signed', async () => {
    const { base, oferta, fetch, expectUntouched } = world()
    await expect(fetch(offer(NEW, FILES, newClave()))).rejects.toThrow(FirmaRefused)
    await expect(fetch(oferta, 'no es una clave')).rejects.toThrow(FirmaRefused)
    const signed = oferta.firmado()
    for (const changed of [
      { ...signed, manifiesto: signed.manifiesto.replace(NEW, '0.1.0-otra!') },
      { ...signed, manifiesto: `${signed.manifiesto} ` },
      { ...signed, firma: '' },
      { ...signed, firma: signed.firma.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')) },
    ])
      await expect(
        fetchVersion(
          { base, plataforma: 'linux', clave: clave.publica },
          { ...oferta.origen, manifiesto: async () => changed },
          signal,
        ),
      ).rejects.toThrow(FirmaRefused)
    expectUntouched()
  })

  it('is not written through a link that lies in its place', async () => {
    const { base, fetch, folder } = world()
    const outside = join(base, 'afuera')
    writeFileSync(outside, 'intacto')
    const fresh = join(placesIn(base).versiones, `.${NEW}`)
    mkdirSync(fresh)
    for (const name of ['agente.cjs', 'agente.cjs.gz.parte', 'node']) symlinkSync(outside, join(fresh, name))
    expect(await fetch()).toBe(NEW)
    expect(readFileSync(outside, 'utf8')).toBe('intacto')
    expect(lstatSync(join(folder(NEW), 'agente.cjs')).isFile()).toBe(true)
    expect(lstatSync(join(folder(NEW), 'node')).isFile()).toBe(true)
  })
})

describe.skipIf(process.platform === 'win32')('killed -9 before each write to the disk', () => {
  it('the running version is complete, and a second try ends at the new version', () => {
    const shop = mkdtempSync(join(tmpdir(), 'imprimitodo-oferta-'))
    onTestFinished(() => rmSync(shop, { recursive: true }))
    // Another Node too: it is fetched, not linked
    const oferta = offer(NEW, { ...FILES, node: `${NODE}# otro` }, clave)
    writeFileSync(join(shop, 'clave'), clave.publica)
    writeFileSync(join(shop, 'firmado.json'), JSON.stringify(oferta.firmado()))
    for (const [hash, bytes] of oferta.packed) writeFileSync(join(shop, hash), bytes)
    const child = fileURLToPath(new URL('../testing/kill-at-step.ts', import.meta.url))
    const update = (base: string, killAt: number) =>
      spawnSync(process.execPath, [child, base, shop, String(killAt)], { encoding: 'utf8' })

    let steps = 0
    for (let killAt = 1; ; killAt++) {
      const { base, remove } = install(OLD, '// la vieja')
      try {
        const first = update(base, killAt)
        const { actual } = readPuntero(base) ?? { actual: '' }
        const code = readFileSync(programaIn(base, actual, 'linux').agente, 'utf8')
        expect([killAt, first.stderr, actual, code]).toEqual([
          killAt,
          '',
          actual === NEW ? NEW : OLD,
          actual === NEW ? '// la nueva' : '// la vieja',
        ])
        if (first.signal === null) {
          steps = Number(first.stdout)
          expect(actual).toBe(NEW)
          break
        }
        expect(first.signal).toBe('SIGKILL')
        const again = update(base, 0)
        expect([killAt, again.stderr, readPuntero(base)?.actual]).toEqual([killAt, '', NEW])
        expect(readFileSync(programaIn(base, NEW, 'linux').agente, 'utf8')).toBe('// la nueva')
        expect(readFileSync(programaIn(base, NEW, 'linux').node, 'utf8')).toBe(`${NODE}# otro`)
      } finally {
        remove()
      }
    }
    expect(steps).toBeGreaterThan(15)
  })
})

describe('an agent that looks after its program', () => {
  function keeper() {
    const one = world()
    const said: string[] = []
    const actualizador = createActualizador(
      {
        base: one.base,
        version: OLD,
        plataforma: 'linux',
        clave: clave.publica,
        signal,
        log: (text) => said.push(text),
      },
      one.oferta.origen,
    )
    return { ...one, said, actualizador }
  }

  it('fetches nothing while a work is on its way, nor what runs', async () => {
    const { oferta, actualizador } = keeper()
    actualizador.offered(NEW, false)
    actualizador.offered(OLD, true)
    actualizador.offered(null, true)
    await new Promise((done) => setTimeout(done, 50))
    expect([oferta.pedidos, actualizador.isReady()]).toEqual([[], false])
  })

  it('puts a version in place once it is there', async () => {
    const { base, actualizador } = keeper()
    actualizador.offered(NEW, true)
    await expect.poll(() => actualizador.isReady()).toBe(true)
    expect(readPuntero(base)?.actual).toBe(OLD)
    actualizador.install()
    expect(readPuntero(base)).toMatchObject({ actual: NEW, anterior: OLD, a_prueba: 0 })
    expect(actualizador.problema()).toBeNull()
  })

  it('goes on printing where the switch cannot be written down', async () => {
    const { base, actualizador, said } = keeper()
    actualizador.offered(NEW, true)
    await expect.poll(() => actualizador.isReady()).toBe(true)
    mkdirSync(`${placesIn(base).puntero}.nuevo`)
    expect([actualizador.install(), actualizador.isReady(), said.length]).toEqual([false, false, 1])
    expect(readPuntero(base)?.actual).toBe(OLD)
  })

  it('stops fetching for a work, and goes on afterwards', async () => {
    const { oferta, actualizador, said } = keeper()
    const whole = oferta.origen.archivo
    oferta.origen.archivo = (_of, _path, stop) =>
      new Promise((_, fail) => stop.addEventListener('abort', () => fail(stop.reason)))
    actualizador.offered(NEW, true)
    await new Promise((done) => setTimeout(done, 50))
    actualizador.pause()
    await new Promise((done) => setTimeout(done, 50))
    oferta.origen.archivo = whole
    actualizador.offered(NEW, true)
    await expect.poll(() => actualizador.isReady()).toBe(true)
    expect(said).toEqual([])
  })

  it('says why it does not take what it was offered, and does not ask for it every minute', async () => {
    const { oferta, actualizador, said } = keeper()
    for (const [hash] of oferta.packed) oferta.packed.set(hash, Buffer.from('nada'))
    actualizador.offered(NEW, true)
    await expect.poll(() => actualizador.problema()).toMatch(/no llegó como lo firmó la tienda/)
    actualizador.offered(NEW, true)
    await new Promise((done) => setTimeout(done, 50))
    expect([oferta.pedidos.length, said.length, actualizador.isReady()]).toEqual([1, 1, false])
  })

  it('reports that a version did not work, for as long as that version is offered', () => {
    const { base, actualizador } = keeper()
    setPuntero(base, { actual: OLD, malas: [NEW] })
    actualizador.offered(NEW, true)
    expect(actualizador.problema()).toContain(`La versión ${NEW} no anduvo`)
    actualizador.offered(OLD, true)
    expect(actualizador.problema()).toBeNull()
  })
})
