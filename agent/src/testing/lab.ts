// A test bench for an agent: a journal on disk, a printer behind a network that fails on command, documents
// to print.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Tarea } from '@imprimitodo/shared/api/agente'
import type { Ficha } from '@imprimitodo/shared/rules/taller/impresora'
import { type Nota, openJournal } from '../intento/journal.ts'
import type { Mundo } from '../intento/mundo.ts'
import { printTarea } from '../intento/print.ts'
import { perfilOf } from '../ipp/perfil.ts'
import { createPrinter, type IppPrinter } from '../ipp/printer.ts'
import type { Clocks } from '../ipp/transport.ts'
import { type Fault, startProxy } from './proxy.ts'

const CLOCKS: Clocks = { connectMs: 1_000, idleMs: 250, totalMs: 3_000 }
export const DOCUMENT = randomBytes(60_123)
export const SHA = createHash('sha256').update(DOCUMENT).digest('hex')
const FICHA: Ficha = { copias: 1, lados: 2, borde: 'largo', color: false }

export const tareaOf = (intento: number, ficha: Partial<Ficha> = {}): Tarea => ({
  intento,
  cerca: 1,
  impresora: 1,
  nombre: `ped-1042-1-i${intento}-c1`,
  ficha: { ...FICHA, ...ficha },
  documento: { sha256: SHA, bytes: DOCUMENT.length },
})

/** `clocks`: long, so that a slow answer of a loaded machine does not count as a failing network. */
export async function startLab(of: { port: number; path?: string }) {
  const path = of.path ?? '/ipp/print'
  const direct = createPrinter({ uri: `ipp://127.0.0.1:${of.port}${path}` })
  const proxy = await startProxy(of.port)
  const folder = mkdtempSync(join(tmpdir(), 'agente-'))
  const journal = await openJournal(join(folder, 'diario.jsonl'))
  const ipp = (clocks: Partial<Clocks> = CLOCKS): IppPrinter =>
    createPrinter({ uri: `ipp://127.0.0.1:${proxy.port}${path}` }, clocks)
  const perfil = perfilOf(await direct.attributes())
  const mundo = (more: Partial<Mundo> = {}): Mundo => ({
    printer: ipp(),
    perfil,
    cuenta: null,
    document: async () => ({ stream: Readable.from([DOCUMENT]), bytes: DOCUMENT.length }),
    write: (nota) => journal.write(nota),
    authorise: async () => true,
    isCalledOff: () => false,
    waiting: () => {},
    signal: new AbortController().signal,
    pauseMs: 5,
    ...more,
  })
  const notasOf = (intento: number) => journal.attempts().get(intento) ?? []
  return {
    direct,
    proxy,
    folder,
    journal,
    ipp,
    perfil,
    mundo,
    fasesOf: (intento: number) => notasOf(intento).map(({ fase }) => fase),
    /** Goes on from the journal's lines of that attempt. */
    print: (tarea: Tarea, more: Partial<Mundo> = {}) =>
      printTarea(tarea, notasOf(tarea.intento), mundo(more)),
    async close() {
      await journal.close()
      await proxy.close()
      rmSync(folder, { recursive: true })
    },
  }
}
export type Lab = Awaited<ReturnType<typeof startLab>>

class Killed extends Error {}

/** Reproducible random numbers: mulberry32. */
function chance(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const FAULTS: Fault[] = ['refuse', 'lost', 'hang', { cut: 150 }, { cut: 500 }, { cut: 30_000 }]

/**
 * Prints one work after the other. The network fails in every eighth call, the sender is killed around each
 * step in one of thirty, the printer is unplugged in one of fifty. @returns the works that did not end as
 * printed, and the deaths
 */
export async function chaos(
  lab: Lab,
  { jobs, seed, restart }: { jobs: number; seed: number; restart(): unknown },
) {
  const next = chance(seed)
  let kills = 0
  const fateful =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (next() < 0.03) throw new Killed()
      lab.proxy.fault = next() < 0.12 ? (FAULTS[Math.floor(next() * FAULTS.length)] ?? 'pass') : 'pass'
      const result = await work(...args)
      if (next() < 0.03) throw new Killed()
      return result
    }
  const doubtful = new Set<number>()
  for (let intento = 1; intento <= jobs; intento++) {
    if (next() < 0.02) await restart()
    for (;;) {
      const real = lab.ipp()
      const printer: IppPrinter = {
        attributes: fateful(real.attributes),
        createJob: fateful(real.createJob),
        sendDocument: fateful(real.sendDocument),
        job: fateful(real.job),
        jobsNamed: fateful(real.jobsNamed),
        cancel: fateful(real.cancel),
      }
      const write = fateful((nota: Nota) => lab.journal.write(nota))
      try {
        const end = await lab.print(tareaOf(intento), { printer, write })
        if (end.fase !== 'completo') doubtful.add(intento)
        break
      } catch (error) {
        if (!(error instanceof Killed)) throw error
        kills++
      }
    }
  }
  lab.proxy.fault = 'pass'
  return { kills, doubtful }
}

/** Works printed more than once, and bad ones that no message told of. Both empty: the promise was kept. */
export function verdict(
  paper: readonly { name: string; sha256: string }[],
  { jobs, doubtful }: { jobs: number; doubtful: ReadonlySet<number> },
) {
  const sheets = Map.groupBy(paper, ({ name }) => name)
  const all = Array.from({ length: jobs }, (_, index) => index + 1)
  const of = (intento: number) => sheets.get(tareaOf(intento).nombre) ?? []
  return {
    twice: all.filter((intento) => of(intento).length > 1),
    silent: all.filter((intento) => of(intento)[0]?.sha256 !== SHA && !doubtful.has(intento)),
    good: all.filter((intento) => of(intento)[0]?.sha256 === SHA).length,
  }
}
