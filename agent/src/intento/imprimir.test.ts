import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tarea } from '@imprimitodo/shared/api/agente'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { perfilOf } from '../ipp/perfil.ts'
import { createPrinter, type IppPrinter } from '../ipp/printer.ts'
import { startPrinter, type TestPrinter } from '../testing/printer.ts'
import { type Fault, startProxy, type TestNetwork } from '../testing/proxy.ts'
import { imprimir, type Mundo } from './imprimir.ts'
import { type Journal, type Nota, openJournal } from './journal.ts'

const SOAK = process.env.SOAK === '1'
const CLOCKS = { connectMs: 1_000, idleMs: 250, totalMs: 3_000 }

let printer: TestPrinter
let proxy: TestNetwork
let folder: string
let journal: Journal

beforeEach(async () => {
  printer = await startPrinter()
  printer.printMs = 1
  proxy = await startProxy(Number(new URL(printer.uri.replace('ipp:', 'http:')).port))
  folder = mkdtempSync(join(tmpdir(), 'agente-'))
  journal = await openJournal(join(folder, 'diario.jsonl'))
})
afterEach(async () => {
  await journal.close()
  await proxy.close()
  await printer.close()
  rmSync(folder, { recursive: true })
})

const DOCUMENT = randomBytes(60_123)
const SHA = createHash('sha256').update(DOCUMENT).digest('hex')

const tareaOf = (intento: number): Tarea => ({
  ...{ intento, cerca: 1, impresora: 1, nombre: `ped-1042-1-i${intento}-c1` },
  ficha: { copias: 1, lados: 2, borde: 'largo', color: false },
  documento: { sha256: SHA, bytes: DOCUMENT.length },
})

const ipp = (): IppPrinter => createPrinter({ uri: `ipp://127.0.0.1:${proxy.port}/ipp/print` }, CLOCKS)

async function mundoOf(more: Partial<Mundo> = {}): Promise<Mundo> {
  return {
    printer: ipp(),
    perfil: perfilOf(await createPrinter({ uri: printer.uri }).attributes()),
    document: async () => ({ stream: Readable.from([DOCUMENT]), bytes: DOCUMENT.length }),
    write: (nota) => journal.write(nota),
    authorise: async () => true,
    isCalledOff: () => false,
    waiting: () => {},
    signal: new AbortController().signal,
    pauseMs: 5,
    ...more,
  }
}

const fasesOf = (intento: number) => (journal.attempts().get(intento) ?? []).map(({ fase }) => fase)
const printed = (intento: number) => printer.paper.filter(({ name }) => name === tareaOf(intento).nombre)

describe('the failure matrix, row by row', () => {
  it('nothing fails: printed once, each step on disk before the next', async () => {
    const end = await imprimir(tareaOf(1), [], await mundoOf())
    expect(end.fase).toBe('completo')
    expect(fasesOf(1)).toEqual(['creando', 'creado', 'enviando', 'enviado', 'completo'])
    expect(printer.paper).toMatchObject([{ sha256: SHA, truncated: false, sides: 'two-sided-long-edge' }])
  })

  it('printer off: it waits, says so, and prints once it is on', async () => {
    proxy.fault = 'refuse'
    const told: (string | null)[] = []
    const going = imprimir(tareaOf(1), [], await mundoOf({ waiting: (why) => told.push(why) }))
    await expect.poll(() => told.length).toBeGreaterThan(2)
    expect(printer.paper).toEqual([])
    proxy.fault = 'pass'
    expect((await going).fase).toBe('completo')
    expect(printed(1)).toHaveLength(1)
  })

  it('busy: the same, nothing was taken', async () => {
    printer.mode = 'busy'
    const told: (string | null)[] = []
    const going = imprimir(tareaOf(1), [], await mundoOf({ waiting: (why) => told.push(why) }))
    await expect.poll(() => told).toContain('Impresora ocupada')
    printer.mode = 'ok'
    expect((await going).fase).toBe('completo')
  })

  it('out of paper: it waits for the same job and never sends it again', async () => {
    printer.mode = 'paper'
    const going = imprimir(tareaOf(1), [], await mundoOf())
    await expect.poll(() => fasesOf(1)).toContain('enviado')
    await sleep(60)
    printer.mode = 'ok'
    expect((await going).fase).toBe('completo')
    expect(printed(1)).toHaveLength(1)
  })

  it('aborted in the middle: a person decides', async () => {
    printer.mode = 'abort'
    expect(await imprimir(tareaOf(1), [], await mundoOf())).toMatchObject({ fase: 'abortado' })
    expect(printer.paper).toEqual([])
  })

  it('cancelled on its panel: it stops, and is not tried again', async () => {
    printer.mode = 'paper'
    const going = imprimir(tareaOf(1), [], await mundoOf())
    await expect.poll(() => fasesOf(1)).toContain('enviado')
    printer.cancelOnPanel(1)
    expect(await going).toMatchObject({ fase: 'cancelado' })
    expect(printer.paper).toEqual([])
  })

  it('called off by the clerk before the first byte: nothing is printed', async () => {
    let off = false
    const mundo = await mundoOf({
      isCalledOff: () => off,
      authorise: async () => {
        off = true
        throw new Error('no network')
      },
    })
    expect(await imprimir(tareaOf(1), [], mundo)).toMatchObject({ fase: 'cancelado' })
    expect(printer.paper).toEqual([])
  })

  it('the lease went to somebody else: not a byte is sent, the empty job goes', async () => {
    const end = await imprimir(tareaOf(1), [], await mundoOf({ authorise: async () => false }))
    expect(end.fase).toBe('cancelado')
    expect(printer.paper).toEqual([])
    expect((await ipp().jobsNamed(tareaOf(1).nombre)).every(({ state }) => state === 7)).toBe(true)
  })

  it('no way to the server: nothing starts, no empty job blocks the printer, and it goes on later', async () => {
    let reachable = false
    let asked = 0
    const mundo = await mundoOf({
      authorise: async () => {
        asked++
        if (!reachable) throw new Error('no network')
        return true
      },
    })
    const going = imprimir(tareaOf(1), [], mundo)
    await expect.poll(() => asked).toBeGreaterThan(6)
    expect(printer.paper).toEqual([])
    reachable = true
    expect((await going).fase).toBe('completo')
    expect(printed(1)).toHaveLength(1)
  })

  it('a lost answer to Create-Job: the job is found by its name, there is no second one', async () => {
    proxy.fault = 'lost'
    const going = imprimir(tareaOf(1), [], await mundoOf())
    await sleep(50)
    proxy.fault = 'pass'
    expect((await going).fase).toBe('completo')
    expect(printed(1)).toHaveLength(1)
  })

  it('a document cut on its way: printed cut, so a person is asked', async () => {
    const end = await imprimir(
      tareaOf(1),
      [],
      await mundoOf({
        write: async (nota) => {
          await journal.write(nota)
          proxy.fault = nota.fase === 'enviando' ? { cut: 20_000 } : 'pass'
          if (nota.fase === 'enviando') setTimeout(() => (proxy.fault = 'pass'), 30)
        },
      }),
    )
    expect(end.fase).toBe('verificar')
    expect(printed(1)).toMatchObject([{ truncated: true }])
  })

  it('the printer forgot everything after the document: a person is asked', async () => {
    printer.mode = 'paper'
    const going = imprimir(tareaOf(1), [], await mundoOf())
    await expect.poll(() => fasesOf(1)).toContain('enviado')
    printer.restart()
    expect((await going).fase).toBe('verificar')
  })

  it('a number that the printer gave to another job is not taken for ours', async () => {
    printer.mode = 'paper'
    const going = imprimir(tareaOf(1), [], await mundoOf())
    await expect.poll(() => fasesOf(1)).toContain('enviado')
    printer.restart()
    await createPrinter({ uri: printer.uri }).createJob('somebody else', [])
    expect((await going).fase).toBe('verificar')
  })

  it('a torn last line of the journal is as if it had not been written', async () => {
    await imprimir(tareaOf(1), [], await mundoOf())
    const path = join(folder, 'diario.jsonl')
    const { appendFileSync } = await import('node:fs')
    appendFileSync(path, '{"intento":9,"cerca":1,"se')
    const again = await openJournal(path)
    expect([...again.attempts().keys()]).toEqual([1])
    await again.close()
  })
})

class Killed extends Error {}

/** Reproducible: mulberry32. */
function chance(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

it(
  'whatever the network does and whenever the sender dies: nothing prints twice, nothing is lost without a word',
  async () => {
    const jobs = SOAK ? 1_000 : 60
    const next = chance(20261121)
    const faults: Fault[] = ['refuse', 'lost', 'hang', { cut: 150 }, { cut: 500 }, { cut: 30_000 }]
    let kills = 0
    const fateful =
      <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (next() < 0.03) throw new Killed()
        proxy.fault = next() < 0.12 ? (faults[Math.floor(next() * faults.length)] ?? 'pass') : 'pass'
        const result = await work(...args)
        if (next() < 0.03) throw new Killed()
        return result
      }
    const doubtful: number[] = []
    for (let intento = 1; intento <= jobs; intento++) {
      if (next() < 0.02) printer.restart()
      for (;;) {
        const real = ipp()
        const printerOf: IppPrinter = {
          attributes: real.attributes,
          createJob: fateful(real.createJob),
          sendDocument: fateful(real.sendDocument),
          job: fateful(real.job),
          jobsNamed: fateful(real.jobsNamed),
          cancel: fateful(real.cancel),
        }
        const mundo = await mundoOf({
          printer: printerOf,
          write: fateful((nota: Nota) => journal.write(nota)),
        })
        try {
          const end = await imprimir(tareaOf(intento), journal.attempts().get(intento) ?? [], mundo)
          if (end.fase !== 'completo') doubtful.push(intento)
          break
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          kills++
        }
      }
    }
    expect(kills).toBeGreaterThan(jobs / 10)
    for (let intento = 1; intento <= jobs; intento++) {
      const sheets = printed(intento)
      expect(sheets.length, `job ${intento}`).toBeLessThanOrEqual(1)
      const isGood = sheets.length === 1 && !sheets[0]?.truncated
      if (!isGood) expect(doubtful, `job ${intento} is not good and nobody was told`).toContain(intento)
    }
    expect(doubtful.length).toBeLessThan(jobs / 3)
  },
  SOAK ? 3_600_000 : 60_000,
)
