import { isPdfName } from '@imprimitodo/shared/rules/compra/archivo'
import { DEFAULT_SENSIBILIDAD, type Sensibilidad } from '@imprimitodo/shared/rules/taller/tinta'
import { refusalByBytes } from '../../api/first-bytes.ts'
import { isDeadly, noteDrawing, noteDrawn } from '../../ui/state/deadly.ts'
import { followCarrito, getCarrito } from '../carrito/carrito.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { colorHasta, getLecturas, keepLecturas, type Lectura, setLectura, setLecturas } from './lectura.ts'
import type { PedidoDeLectura, RespuestaDeTrabajo } from './trabajo.ts'

/** Time limits for counting and for drawing a page: slower files are left to the server. */
const PATIENCE_MS = { contar: 60_000, miniatura: 20_000, pagina: 20_000, color: 20_000 }
/** How long colour is examined without a break, so that a newly picked file is counted soon. */
const SLICE_MS = 250
/** The idle worker is ended after this: it holds tens of megabytes of a phone's memory. */
const IDLE_MS = 15_000

type Leido = Pick<ArchivoCarrito, 'id' | 'name' | 'realFile' | 'color'>

let asked: readonly Leido[] = []
let sensibilidad = DEFAULT_SENSIBILIDAD
/** The File that each was read from: after a new choice it differs. */
const sources = new Map<string, File>()
/** Files whose first page is drawn, or cannot be. */
const drawn = new Set<string>()
let working = false
let worker: Worker | null = null
let idle: ReturnType<typeof setTimeout> | undefined

/**
 * Reads these files, in this order, and forgets all others. Results are in the store of lectura.ts: first the
 * pages of all, then their pictures, then colour, beginning with files to be printed in it. May be called
 * repeatedly. `como`: the owner's sensitivity, for pages not examined yet.
 */
export function readPdf(archivos: readonly Leido[], como: Sensibilidad = DEFAULT_SENSIBILIDAD): void {
  sensibilidad = como
  asked = archivos.filter(({ name, realFile }) => realFile && isPdfName(name))
  keepLecturas(new Set(asked.map(({ id }) => id)))
  const begun = new Map<string, Partial<Lectura>>()
  for (const { id, realFile } of asked) {
    if (!realFile || sources.get(id) === realFile) continue
    sources.set(id, realFile)
    drawn.delete(id)
    begun.set(id, { estado: realFile.size > 0 ? 'leyendo' : 'vacio' })
  }
  setLecturas(begun)
  for (const id of begun.keys()) void look(id)
  for (const id of sources.keys()) if (!asked.some((one) => one.id === id)) sources.delete(id)
  void work()
}

/** Looks at its first bytes at once: until files before it are counted, all of it may have been uploaded. */
async function look(id: string): Promise<void> {
  const file = sources.get(id)
  const estado = file && (await refusalByBytes(file))
  if (estado && sources.get(id) === file) setLectura(id, { estado })
}

/** Pages that the customer is looking at: they go before all else. */
let pages: { trabajo: PedidoDeLectura; done: (respuesta: RespuestaDeTrabajo) => void }[] = []

/**
 * Draws a page (from 1) of a file in this browser, `ancho` pixels wide. @throws where it cannot be drawn, or
 * the reason of `signal`
 */
export function drawPagina(
  { id, file, pagina, ancho }: { id: string; file: File; pagina: number; ancho: number },
  signal: AbortSignal,
): Promise<Blob> {
  return new Promise((resolve, reject) => {
    if (isDeadly(id)) return reject(new Error(`Drawing ${id} ended the tab before`))
    const trabajo: PedidoDeLectura = { que: 'pagina', id, file, pagina, ancho }
    const done = (respuesta: RespuestaDeTrabajo) =>
      respuesta.es === 'dibujo'
        ? resolve(respuesta.dibujo)
        : reject(new Error(`Page ${pagina} was not drawn`))
    pages.push({ trabajo, done })
    signal.addEventListener('abort', () => {
      pages = pages.filter((one) => one.trabajo !== trabajo)
      reject(signal.reason)
    })
    void work()
  })
}

async function work(): Promise<void> {
  if (working) return
  working = true
  clearTimeout(idle)
  try {
    for (;;) {
      const waiting = pages.shift()
      const trabajo = waiting?.trabajo ?? next()
      if (!trabajo) break
      if (trabajo.que !== 'contar') noteDrawing(trabajo.id)
      const respuesta = await ask(trabajo).finally(() => noteDrawn(trabajo.id))
      if (waiting) waiting.done(respuesta)
      else keep(trabajo, respuesta)
    }
  } finally {
    working = false
    idle = setTimeout(stop, IDLE_MS)
  }
}

function next(): PedidoDeLectura | null {
  const read = asked.flatMap(({ id, color, realFile }) => {
    const lectura = getLecturas().get(id)
    return lectura && realFile ? [{ id, file: realFile, lectura, color }] : []
  })
  const uncounted = read.find(({ lectura }) => lectura.estado === 'leyendo')
  if (uncounted) return { que: 'contar', id: uncounted.id, file: uncounted.file }
  const undrawn = read.find(({ id, lectura }) => lectura.estado === 'lista' && !drawn.has(id))
  if (undrawn) return { que: 'miniatura', id: undrawn.id, file: undrawn.file }
  const unseen = read.filter(
    ({ id, lectura }) => !isDeadly(id) && colorHasta(lectura) < lectura.paginas.length,
  )
  const one = unseen.find(({ color }) => color === 'color') ?? unseen[0]
  if (!one) return null
  const [desde, hasta] = [colorHasta(one.lectura) + 1, one.lectura.paginas.length]
  return { que: 'color', id: one.id, file: one.file, desde, hasta, ms: SLICE_MS, sensibilidad }
}

/** Stores a result, unless the file was removed or chosen again meanwhile. */
function keep(trabajo: PedidoDeLectura, respuesta: RespuestaDeTrabajo): void {
  const { id, file } = trabajo
  const lectura = getLecturas().get(id)
  if (!lectura || lectura.estado === 'no-es-pdf' || sources.get(id) !== file) return
  if (trabajo.que === 'miniatura') {
    drawn.add(id)
    if (respuesta.es === 'dibujo') setLectura(id, { miniatura: URL.createObjectURL(respuesta.dibujo) })
  } else if (trabajo.que === 'color') {
    const color = respuesta.es === 'mirado' ? respuesta.color : [true]
    setLectura(id, { paginas: withColor(lectura, trabajo.desde, color) })
  } else if (respuesta.es === 'contado') {
    // A file that must not be drawn gets no picture, and counts as coloured until the server knows
    if (isDeadly(id)) drawn.add(id)
    const paginas = respuesta.tamanos.map((size) => ({ ...size, color: null }))
    setLectura(id, { estado: 'lista', paginas })
  } else if (respuesta.es === 'no') setLectura(id, { estado: respuesta.estado })
}

const withColor = ({ paginas }: Lectura, desde: number, color: boolean[]): Lectura['paginas'] =>
  paginas.map((pagina, index) => {
    const seen = color[index - desde + 1]
    return seen === undefined ? pagina : { ...pagina, color: seen }
  })

/** A worker that fails or takes too long is terminated: its job cannot be stopped otherwise. */
function ask(trabajo: PedidoDeLectura): Promise<RespuestaDeTrabajo> {
  return new Promise((resolve) => {
    const give = () => {
      stop()
      resolve({ es: 'no', estado: 'ilegible' })
    }
    const timer = setTimeout(give, PATIENCE_MS[trabajo.que])
    const done = (respuesta: RespuestaDeTrabajo) => {
      clearTimeout(timer)
      resolve(respuesta)
    }
    try {
      worker ??= new Worker(new URL('./lector-worker.ts', import.meta.url), { type: 'module' })
    } catch {
      return done({ es: 'no', estado: 'ilegible' }) // old, or forbidden by the browser's settings
    }
    worker.onmessage = ({ data }: MessageEvent<RespuestaDeTrabajo>) => done(data)
    worker.onerror = () => {
      clearTimeout(timer)
      give()
    }
    worker.postMessage(trabajo)
  })
}

function stop(): void {
  worker?.terminate()
  worker = null
}

// Also while no step is on the screen: after a logout, or once the order is done
if (!import.meta.env.SSR)
  followCarrito(() => {
    if (asked.length > 0 && getCarrito().archivos.length === 0) readPdf([])
  })
