// The agent of a branch: takes what is to be printed, prints it, and reports the outcome. It may be killed at
// any moment; its journal says where to go on.
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImpresoraAgente, Tarea } from '@imprimitodo/shared/api/agente'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { FASES_FINALES } from '@imprimitodo/shared/rules/taller/impresion'
import { isTermica, sinCargar } from '@imprimitodo/shared/rules/taller/impresora'
import { createAlrededor, type OpcionesAlrededor } from './alrededor.ts'
import { openCarpeta } from './carpeta.ts'
import { isOutOfSpace } from './disk.ts'
import { open, printCrudo } from './intento/crudo.ts'
import { type Nota, openJournal } from './intento/journal.ts'
import type { Mundo } from './intento/mundo.ts'
import { printTarea } from './intento/print.ts'
import { isPassing } from './intento/upload.ts'
import { IppMalformed } from './ipp/decode.ts'
import { createHuellas, type Huellas } from './ipp/huellas.ts'
import { type Perfil, perfilOf, TERMICA } from './ipp/perfil.ts'
import { createPrinter, type IppPrinter } from './ipp/printer.ts'
import { type SaludDeImpresora, saludOf } from './ipp/salud.ts'
import { IppError, type IppErrorKind } from './ipp/transport.ts'
import { createServidor, TokenRefused } from './servidor.ts'

export type OpcionesDeAgente = OpcionesAlrededor & {
  server: string
  token: string
  /** Journal and documents. */
  folder: string
  log(text: string): void
  signal: AbortSignal
  /** Called whenever the shop has answered. */
  onHeard?: () => void
  /** Shorter in tests. */
  clocks?: Partial<Clocks>
}
type Clocks = { waitS: number; beatMs: number; pauseMs: number; lookMs: number; aroundMs: number }
const CLOCKS: Clocks = { waitS: 25, beatMs: 10_000, pauseMs: 2_000, lookMs: 30_000, aroundMs: 60_000 }

const TICK_MS = 1_000

type EnCurso = { tarea: Tarea; espera: string | null; isCalledOff: boolean; done: Promise<void> }

const vivoOf = ({ tarea, espera }: EnCurso) => ({ intento: tarea.intento, cerca: tarea.cerca, espera })

/**
 * Runs until the signal aborts. @returns whether it ended so that another version of its program can start.
 * @throws TokenRefused, CarpetaOcupada
 */
export async function runAgente(opciones: OpcionesDeAgente): Promise<boolean> {
  const { server, token, folder, log, signal, onHeard } = opciones
  const { waitS, beatMs, pauseMs, lookMs, aroundMs } = { ...CLOCKS, ...opciones.clocks }
  const carpeta = await openCarpeta(folder)
  const journal = await openJournal(join(folder, 'diario.jsonl'))
  const servidor = createServidor(server.replace(/(?<!\/)\/+$/, ''), token, carpeta)
  const enCurso = new Map<number, EnCurso>()
  const impresoras = new Map<number, ImpresoraAgente>()
  const huellas = createHuellas()
  const told = new Map<number, number>()
  const stop = new AbortController()
  const ended = AbortSignal.any([signal, stop.signal])
  const isIdle = () => enCurso.size === 0 && journal.attempts().size === 0
  const alrededor = createAlrededor(opciones, servidor, ended, { isIdle, impresoras })
  let fatal: unknown

  const pause = (ms: number) => rest(ms, ended)
  const every = (busyMs: number, idleMs: number, work: () => Promise<unknown>) =>
    repeat({ busyMs, idleMs, isIdle, signal: ended }, work)
  const printerOf = (impresora: ImpresoraAgente): IppPrinter =>
    createPrinter({
      uri: impresora.uri,
      user: impresora.usuario ?? undefined,
      password: impresora.clave ?? undefined,
      trusts: huellas.trustedAt(impresora),
    })
  const salud = createSalud(impresoras, printerOf)

  /** Tells the server what it does not know yet. An attempt is forgotten once the server knows its end. */
  async function report(): Promise<void> {
    const informes = [...journal.attempts().values()].flatMap((notas) =>
      notas.filter(({ intento, seq }) => seq > (told.get(intento) ?? 0)),
    )
    const batch = informes.slice(0, 500)
    const { cancelar } = await servidor.informe({
      informes: batch.map(({ tarea: _, ...nota }) => nota),
      vivos: [...enCurso.values()].map(vivoOf),
      impresoras: salud.all().map((found) => ({
        ...found,
        aviso: lackOf(found, enCurso.values()) ?? found.aviso,
        certificado: certificadoOf(huellas, found),
      })),
    })
    onHeard?.()
    for (const { intento, seq } of batch) told.set(intento, Math.max(seq, told.get(intento) ?? 0))
    for (const [intento, notas] of [...journal.attempts()]) {
      const last = notas.at(-1)
      const isKnown = last && FASES_FINALES.includes(last.fase) && (told.get(intento) ?? 0) >= last.seq
      if (!isKnown || enCurso.has(intento)) continue
      await journal.forget(intento)
      told.delete(intento)
    }
    for (const intento of cancelar) {
      const one = enCurso.get(intento)
      if (one) one.isCalledOff = true
    }
  }

  function begin(tarea: Tarea): void {
    if (enCurso.has(tarea.intento)) return
    alrededor.pause()
    const one: EnCurso = { tarea, espera: null, isCalledOff: false, done: Promise.resolve() }
    enCurso.set(tarea.intento, one)
    one.done = attempt(tarea, one)
      .catch((error) => {
        if (!ended.aborted) log(`intento ${tarea.intento}: ${messageOf(error)}`)
      })
      // The printer's state is told together with the end: the counter must not read 'Sin papel' beside a printed work
      .then(() => lookAgain(tarea))
      .finally(() => enCurso.delete(tarea.intento))
  }

  /** Tries again until the journal holds the attempt's end. It has not ended when its document cannot be fetched. */
  async function attempt(tarea: Tarea, one: EnCurso): Promise<void> {
    while (!ended.aborted) {
      const impresora = impresoras.get(tarea.impresora)
      if (impresora && !salud.seen(impresora)) await salud.look(impresora)
      const perfil = impresora && perfilNow(impresora, salud.seen(impresora)?.perfil)
      if (!impresora || !perfil) {
        one.espera = impresora ? noPerfilOf(salud.seen(impresora)) : 'La impresora ya no está en la lista'
        if (one.isCalledOff && !journal.attempts().has(tarea.intento)) return
        await pause(pauseMs)
        continue
      }
      try {
        const path = await servidor.documento(tarea.documento)
        const end = await printOn(impresora, tarea, journal.attempts().get(tarea.intento) ?? [], {
          printer: () => printerOf(impresora),
          perfil,
          document: async () => ({ stream: createReadStream(path), bytes: tarea.documento.bytes }),
          write: async (nota: Nota) => {
            await journal.write(nota)
            log(`${tarea.nombre}: ${nota.fase}${nota.mensaje ? ` (${nota.mensaje})` : ''}`)
          },
          authorise: () => servidor.authorise(tarea),
          isCalledOff: () => one.isCalledOff,
          waiting: (why) => {
            one.espera = why
          },
          signal: ended,
          pauseMs,
        })
        // The same document may be on its way to another printer
        const isShared = [...enCurso.values()].some(
          (other) => other !== one && other.tarea.documento.sha256 === tarea.documento.sha256,
        )
        if (end.fase === 'completo' && !isShared) await rm(path, { force: true })
        return
      } catch (error) {
        if (ended.aborted) return
        if (error instanceof TokenRefused) throw error
        one.espera = troubleOf(error)
        log(`${tarea.nombre}: ${messageOf(error)}`)
        if (one.isCalledOff && !journal.attempts().has(tarea.intento)) return
        await pause(pauseMs)
      }
    }
  }

  async function lookAgain(tarea: Tarea): Promise<void> {
    const impresora = impresoras.get(tarea.impresora)
    if (impresora && !ended.aborted) await salud.look(impresora)
  }

  const lookAtAll = eachAlone(salud.look)
  const around = () => every(aroundMs, aroundMs, () => alrededor.look().catch(onServer))
  const replace = () => every(TICK_MS, TICK_MS, async () => alrededor.replace(() => stop.abort()))
  const watch = () => every(beatMs / 2, lookMs, async () => lookAtAll(impresoras.values()))
  const beat = () => every(TICK_MS, beatMs, () => report().catch(onServer))

  async function take(): Promise<void> {
    let isFirst = true
    while (!ended.aborted)
      try {
        const { tareas, impresoras: own } = await servidor.tareas(isFirst ? 0 : waitS, ended)
        impresoras.clear()
        for (const impresora of own) impresoras.set(impresora.id, impresora)
        huellas.keep(own)
        lookAtAll(own.filter((impresora) => !salud.seen(impresora)))
        if (isFirst) resume()
        isFirst = false
        for (const tarea of tareas) begin(tarea)
      } catch (error) {
        onServer(error)
        await pause(pauseMs)
      }
  }

  /** Goes on with the attempts that a kill or a power cut interrupted. */
  function resume(): void {
    for (const notas of journal.attempts().values()) {
      const tarea = notas[0]?.tarea
      const isOver = FASES_FINALES.includes(notas.at(-1)?.fase ?? 'tomado')
      if (tarea && !isOver) begin(tarea)
    }
  }

  function onServer(error: unknown): void {
    if (ended.aborted) return
    if (error instanceof TokenRefused) {
      fatal = error
      stop.abort()
    } else log(`sin conexión con el sistema: ${messageOf(error)}`)
  }

  await carpeta.keepOnly(
    new Set([...journal.attempts().values()].map(([nota]) => nota?.tarea?.documento.sha256)),
  )
  await Promise.all([take(), beat(), watch(), around(), replace()])
  await Promise.all([...enCurso.values()].map(({ done }) => done))
  await journal.close()
  await carpeta.close()
  if (fatal) throw fatal
  return alrededor.isReplaced()
}

/**
 * The profile that was seen last, but with the `copias` that the shop told last: a shop of an older version says only
 * there that the printer makes one copy, and that its document repeats the pages for all copies.
 */
function perfilNow(impresora: ImpresoraAgente, seen: Perfil | null | undefined): Perfil | null {
  const perfil = seen ?? impresora.perfil
  return perfil && { ...perfil, copias: impresora.perfil?.copias ?? 'impresora' }
}

/** The sheets that a work waits for at this printer, which itself says that it is ready; null: none. */
function lackOf({ id }: { id: number }, works: Iterable<EnCurso>): string | null {
  for (const { tarea, espera } of works)
    if (tarea.impresora === id && espera === sinCargar(tarea.ficha.hoja ?? A4.nombre)) return espera
  return null
}

function certificadoOf(huellas: Huellas, of: { id: number; uri: string }) {
  const huella = huellas.shownAt(of)
  return huella ? { uri: of.uri, huella } : null
}

const rest = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {})

type Paso = { busyMs: number; idleMs: number; isIdle: () => boolean; signal: AbortSignal }

/** Checks every second whether it is time: work that came in meanwhile shortens the wait. */
async function repeat({ busyMs, idleMs, isIdle, signal }: Paso, work: () => Promise<unknown>): Promise<void> {
  for (let last = 0; !signal.aborted; await rest(Math.min(TICK_MS, busyMs), signal)) {
    if (performance.now() - last < (isIdle() ? idleMs : busyMs) && last > 0) continue
    await work()
    last = performance.now()
  }
}

/**
 * Looks at all printers at once, without waiting: a printer that accepts calls and stays silent delays neither the
 * others nor the machine at its next address.
 */
function eachAlone(look: (impresora: ImpresoraAgente) => Promise<void>) {
  const going = new Set<string>()
  return (impresoras: Iterable<ImpresoraAgente>): void => {
    for (const impresora of impresoras) {
      const key = `${impresora.id} ${impresora.uri}`
      if (going.has(key)) continue
      going.add(key)
      void look(impresora).finally(() => going.delete(key))
    }
  }
}

type Mundos = Omit<Mundo, 'cuenta' | 'printer'> & { printer(): IppPrinter }

const printOn = (
  impresora: ImpresoraAgente,
  tarea: Tarea,
  notas: readonly Nota[],
  { printer, perfil, ...mundo }: Mundos,
): Promise<Nota> =>
  isTermica(impresora)
    ? printCrudo(tarea, notas, { ...mundo, uri: impresora.uri })
    : printTarea(tarea, notas, { ...mundo, printer: printer(), perfil, cuenta: impresora.cuenta ?? null })

type Vista = SaludDeImpresora & { perfil: Perfil | null }

/** The state of each listed printer as it was last seen, by its address too: another address is another machine. */
function createSalud(
  listed: ReadonlyMap<number, ImpresoraAgente>,
  printerOf: (impresora: ImpresoraAgente) => IppPrinter,
) {
  /** `look`: in the order in which they began. */
  const salud = new Map<number, Vista & { uri: string; look: number }>()
  let looks = 0
  function seen({ id, uri }: ImpresoraAgente) {
    const last = salud.get(id)
    return last?.uri === uri ? last : undefined
  }
  return {
    seen,
    all: () => [...salud].map(([id, { look: _, ...found }]) => ({ id, ...found })),
    async look(impresora: ImpresoraAgente): Promise<void> {
      const { id, uri } = impresora
      const own = ++looks
      const found = await lookAt(impresora, () => printerOf(impresora)).catch((error): Vista => {
        return { anda: false, texto: strangeOf(error), aviso: null, perfil: seen(impresora)?.perfil ?? null }
      })
      // Meanwhile its address may have changed, or a later look have ended
      const isLast = own > (seen(impresora)?.look ?? 0)
      if (isLast && listed.get(id)?.uri === uri) salud.set(id, { uri, look: own, ...found })
    },
  }
}

/** A thermal printer tells only that it answers. */
async function lookAt(impresora: ImpresoraAgente, printer: () => IppPrinter): Promise<Vista> {
  if (isTermica(impresora)) {
    const socket = await open(impresora.uri)
    socket.destroy()
    return { anda: true, texto: 'Lista', aviso: null, perfil: TERMICA }
  }
  const attributes = await printer().attributes()
  return { ...saludOf(attributes), perfil: perfilOf(attributes) }
}

function strangeOf(error: unknown): string {
  if (!(error instanceof IppError)) return OFF
  if (isPassing(error)) return 'Ocupada'
  if (error.kind === 'refused' && LOCKED.includes(error.status ?? 0)) return WANTS_PASSWORD
  return STRANGE[error.cause instanceof IppMalformed ? 'refused' : error.kind] ?? OFF
}

const OFF = 'Apagada o sin red'
const WANTS_PASSWORD = 'Pide usuario y clave, o no es una impresora'
/** Statuses of IPP: forbidden, not authenticated, not authorised. */
const LOCKED = [0x0401, 0x0402, 0x0403]

const STRANGE: Partial<Record<IppErrorKind, string>> = {
  refused: 'Contesta, pero en esa dirección no hay una impresora: revisala en Impresoras',
  plain: 'Pide conexión segura: cambiá ipp:// por ipps:// en su dirección',
  http: WANTS_PASSWORD,
  stranger: 'Cambió su certificado: hay que confirmarlo en Impresoras',
}

const noPerfilOf = (seen: { anda: boolean; texto: string } | undefined): string =>
  !seen || seen.texto === OFF ? 'Impresora apagada o sin red' : seen.texto

const troubleOf = (error: unknown): string =>
  isOutOfSpace(error) ? 'La computadora del agente no tiene lugar en el disco' : 'Sin conexión con el sistema'

const messageOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`
    : String(error)
