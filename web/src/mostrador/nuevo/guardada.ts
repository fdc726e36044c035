// The sale in progress, stored in this browser: it survives a reload, a crashed tab, a lost network. Each
// person has their own, and so has each tab: two tabs are two sales, and a sale is in one tab. Where the browser forbids
// storage, or it is full, a sale lasts as long as the page.
import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { newId } from '../../api/new-id.ts'
import { createKept } from '../../ui/state/kept.ts'
import type { Descuento } from '../cobro/rebajas.tsx'
import type { EstadoPagos } from '../cobro/use-pagos.ts'
import type { ArchivoDeVenta } from './archivos.ts'
import type { DatosDeComprador } from './comprador.tsx'
import { dropContenidos } from './contenidos.ts'
import type { LineaDeVenta } from './use-lineas.ts'

/**
 * The files that a customer's phone sends to this sale. `vistos`: uploads that were added to its list, or
 * left out.
 */
export type RecepcionGuardada = {
  abierta: { recepcion_id: number; url: string; codigo: string; vence: string }
  vistos: readonly string[]
}

/** All that was typed, picked and chosen for a sale. */
export type EnCurso = {
  archivos: readonly ArchivoDeVenta[]
  /** The id of its draft on the server. */
  carrito: string
  /** The last price of its files, and which files it was for. */
  cotizada: { de: string; cotizacion: Cotizacion } | null
  lineas: readonly LineaDeVenta[]
  codigos: readonly string[]
  descuento: Descuento | null
  datos: DatosDeComprador
  sucursal: string
  pagos: EstadoPagos | null
  recepcion: RecepcionGuardada | null
}

export type VentaGuardada = EnCurso & {
  version: typeof VERSION
  id: string
  /** The id of the person whose sale it is. */
  de: string
  /** The page that has it: another page's later changes are not overwritten. */
  pagina: string
  /** Milliseconds of this clock. */
  tocada: number
  /** The Idempotency-Key of its charge, used in every try. */
  clave: string
  /**
   * `enviada`: it was sent, and no answer is known. `cobrada`: its result is on the screen, with change or
   * QR.
   */
  cobro: 'no' | 'enviada' | 'cobrada'
  /** When it was sent. */
  enviada: number
}

const VERSION = 1
const PREFIX = 'venta:'
/** The id of the tab's sale, in session storage, which belongs to the tab and survives a reload. */
const keptMine = createKept('sessionStorage', 'venta-en-curso')
/** A sale not touched for this long is deleted, with its files. */
const KEPT_MS = 24 * 3600_000
/** After this time the server may have deleted the draft: the price is asked for again. */
const PRICE_MS = 30 * 60_000

/** The id of this page load: another tab, or this one after a reload, has another. */
const PAGINA = newId()

const keyOf = (id: string): string => `${PREFIX}${id}`
const keptOf = (id: string) => createKept('localStorage', keyOf(id))

export const hasContent = ({ archivos, lineas, codigos, descuento, datos }: EnCurso): boolean =>
  archivos.length + lineas.length + codigos.length > 0 ||
  descuento !== null ||
  datos.cliente.trim() + datos.nombre.trim() !== ''

/** The sale of this tab, taken over after a reload, or a new one. */
export function openVenta(de: string): VentaGuardada {
  const mine = read(mineId())
  if (mine?.de !== de) return newVenta(de)
  const isOld = Date.now() - mine.tocada > PRICE_MS
  const taken = { ...mine, pagina: PAGINA, ...(isOld && { cotizada: null }) }
  write(taken)
  return taken
}

/** A new sale, which is not stored before it has contents. */
function newVenta(de: string): VentaGuardada {
  return {
    version: VERSION,
    id: newId(),
    de,
    pagina: PAGINA,
    tocada: Date.now(),
    clave: newId(),
    cobro: 'no',
    enviada: 0,
    archivos: [],
    carrito: newId(),
    cotizada: null,
    lineas: [],
    codigos: [],
    descuento: null,
    datos: { cliente: '', nombre: '' },
    sucursal: '',
    pagos: null,
    recepcion: null,
  }
}

/** Stores it. False, and nothing is written: another tab has it now. */
export function keepVenta(venta: VentaGuardada): boolean {
  const stored = read(venta.id)
  if (stored && stored.pagina !== PAGINA) return false
  const isSome = hasContent(venta) || venta.cobro !== 'no' || venta.recepcion !== null
  if (!isSome) erase(venta.id)
  else {
    write({ ...venta, tocada: Date.now() })
    setMine(venta.id)
  }
  return true
}

/** Deletes a sale that was charged or given up, with its files; the tab begins a new one. */
export function forgetVenta(venta: Pick<VentaGuardada, 'id' | 'archivos'>): void {
  erase(venta.id)
  if (mineId() === venta.id) letGoVenta()
  void dropContenidos(venta.archivos.map(({ id }) => id))
}

/** Another tab has taken it over: this one begins another. */
export function letGoVenta(): void {
  unkeptMine = ''
  keptMine.forget()
}

/** Takes it over into this tab; the tab that had it is notified. */
export function takeVenta({ id }: Pick<VentaGuardada, 'id'>): void {
  const found = read(id)
  if (found) write({ ...found, pagina: PAGINA })
  setMine(id)
}

/** Other sales of this person that are not charged: of another tab, or of a closed one. The latest first. */
export function otrasVentas(de: string, id: string): VentaGuardada[] {
  const all = storedIds().flatMap((one) => read(one) ?? [])
  for (const one of all) if (Date.now() - one.tocada > KEPT_MS) forgetVenta(one)
  return all
    .filter((one) => one.de === de && one.id !== id && Date.now() - one.tocada <= KEPT_MS)
    .filter((one) => one.cobro === 'enviada' || (one.cobro === 'no' && hasContent(one)))
    .toSorted((a, b) => b.tocada - a.tocada)
}

/** `onLost`: another tab took it over or ended it. @returns ends the watching */
export function followVenta(id: string, onLost: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key !== keyOf(id)) return
    if (parse(newValue)?.pagina !== PAGINA) onLost()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** Sales that the storage did not take. */
const unkept = new Map<string, string>()
/** The id of the tab's sale, if the storage did not take it. */
let unkeptMine = ''

const mineId = (): string => unkeptMine || (keptMine.read() ?? '')

function setMine(id: string): void {
  unkeptMine = keptMine.write(id) ? '' : id
}

function storedIds(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : [],
    )
  } catch {
    return [...unkept.keys()]
  }
}

function write(venta: VentaGuardada): void {
  const text = JSON.stringify(venta)
  if (keptOf(venta.id).write(text)) unkept.delete(venta.id)
  else unkept.set(venta.id, text)
}

function erase(id: string): void {
  unkept.delete(id)
  keptOf(id).forget()
}

const read = (id: string): VentaGuardada | null => (id ? parse(unkept.get(id) ?? keptOf(id).read()) : null)

/** Null for a text that another version of the screen wrote. */
function parse(text: string | null): VentaGuardada | null {
  if (!text) return null
  try {
    const stored: Partial<VentaGuardada> | null = JSON.parse(text)
    const isWhole =
      stored?.version === VERSION && Array.isArray(stored.archivos) && Array.isArray(stored.lineas)
    // Before 2026-11-28 `de` had the branch too: '1:Alberdi'. A sale is kept for a day, so this may go with the next version
    return isWhole ? { ...(stored as VentaGuardada), de: String(stored.de).replace(/:.*/, '') } : null
  } catch {
    return null
  }
}
