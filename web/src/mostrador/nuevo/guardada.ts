// The sale in progress, as this browser keeps it: over a reload, a tab that died, a lost network. Each person's own, and
// each tab has its own: two tabs are two sales, and a sale is in one tab.
import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { newId } from '../../api/new-id.ts'
import type { Descuento } from '../cobro/rebajas.tsx'
import type { EstadoPagos } from '../cobro/use-pagos.ts'
import type { Session } from '../session/session.ts'
import type { Archivo } from './archivos.ts'
import type { Datos } from './comprador.tsx'
import { dropContenidos } from './contenidos.ts'
import type { Linea } from './use-lineas.ts'

/** What a customer's phone sends to this sale. `vistos`: the uploads that went into its list, or were left out of it. */
export type RecepcionGuardada = {
  abierta: { recepcion_id: number; url: string; codigo: string; vence: string }
  vistos: readonly string[]
}

/** What of a sale is typed, picked and chosen. */
export type EnCurso = {
  archivos: readonly Archivo[]
  /** Names its draft to the server. */
  carrito: string
  /** The last price of its files, and of what. */
  cotizada: { de: string; cotizacion: Cotizacion } | null
  lineas: readonly Linea[]
  codigos: readonly string[]
  descuento: Descuento | null
  datos: Datos
  sucursal: string
  pagos: EstadoPagos | null
  recepcion: RecepcionGuardada | null
}

export type VentaGuardada = EnCurso & {
  version: typeof VERSION
  id: string
  /** Whose: the person, and the branch that they work for. */
  de: string
  /** The page that has it: what another one wrote since is not overwritten. */
  pagina: string
  /** Milliseconds of this clock. */
  tocada: number
  /** The Idempotency-Key of its charge, whenever that is sent. */
  clave: string
  /** `enviada`: it was sent, and no answer is known. `cobrada`: it is on the screen with its change, or its QR. */
  cobro: 'no' | 'enviada' | 'cobrada'
  /** When it was sent. */
  enviada: number
}

const VERSION = 1
const PREFIX = 'venta:'
/** In the session storage, which is the tab's own and outlives a reload: the sale that it has. */
const MINE = 'venta-en-curso'
/** What nobody went on with in this time is forgotten, with its files. */
const KEPT_MS = 24 * 3600_000
/** A draft may be gone from the server later than this: its price is asked for again. */
const PRICE_MS = 30 * 60_000

/** Names this page: another tab, and this one after a reload, are others. */
const PAGINA = newId()

export const deQuien = ({ id, sucursal }: Pick<Session, 'id' | 'sucursal'>): string =>
  `${id}:${sucursal ?? ''}`

const keyOf = (id: string): string => `${PREFIX}${id}`

export const hasContent = ({ archivos, lineas, codigos, descuento, datos }: EnCurso): boolean =>
  archivos.length + lineas.length + codigos.length > 0 ||
  descuento !== null ||
  datos.cliente.trim() + datos.nombre.trim() !== ''

/** The sale that this tab was making, taken over, or a new one. */
export function openVenta(de: string): VentaGuardada {
  const mine = read(sessionStorage.getItem(MINE) ?? '')
  if (mine?.de !== de) return nuevaVenta(de)
  const isOld = Date.now() - mine.tocada > PRICE_MS
  const taken = { ...mine, pagina: PAGINA, ...(isOld && { cotizada: null }) }
  write(taken)
  return taken
}

/** Nothing is kept of it before there is something. */
function nuevaVenta(de: string): VentaGuardada {
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

/** False, and nothing written: another tab has it now. */
export function keepVenta(venta: VentaGuardada): boolean {
  const stored = read(venta.id)
  if (stored && stored.pagina !== PAGINA) return false
  const isSome = hasContent(venta) || venta.cobro !== 'no' || venta.recepcion !== null
  if (!isSome) erase(venta.id)
  else {
    write({ ...venta, tocada: Date.now() })
    sessionStorage.setItem(MINE, venta.id)
  }
  return true
}

/** Forgets a sale that was charged or given up, with its files; the tab begins a new one. */
export function forgetVenta(venta: Pick<VentaGuardada, 'id' | 'archivos'>): void {
  erase(venta.id)
  if (sessionStorage.getItem(MINE) === venta.id) letGoVenta()
  void dropContenidos(venta.archivos.map(({ id }) => id))
}

/** Another tab goes on with it: this one begins another. */
export const letGoVenta = (): void => sessionStorage.removeItem(MINE)

/** This tab goes on with it; the one that had it is told. */
export function takeVenta({ id }: Pick<VentaGuardada, 'id'>): void {
  const found = read(id)
  if (found) write({ ...found, pagina: PAGINA })
  sessionStorage.setItem(MINE, id)
}

/** Other sales of this person that are not charged yet: of another tab, or of one that was closed. The latest first. */
export function otrasVentas(de: string, id: string): VentaGuardada[] {
  const all = Object.keys(localStorage).flatMap((key) =>
    key.startsWith(PREFIX) ? (read(key.slice(PREFIX.length)) ?? []) : [],
  )
  for (const one of all) if (Date.now() - one.tocada > KEPT_MS) forgetVenta(one)
  return all
    .filter((one) => one.de === de && one.id !== id && Date.now() - one.tocada <= KEPT_MS)
    .filter((one) => one.cobro === 'enviada' || (one.cobro === 'no' && hasContent(one)))
    .toSorted((a, b) => b.tocada - a.tocada)
}

/** `onLost`: another tab goes on with it, or ended it. @returns what ends the watching */
export function followVenta(id: string, onLost: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key !== keyOf(id)) return
    if (parse(newValue)?.pagina !== PAGINA) onLost()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** Where the storage is full: the sale goes on, and only a reload would lose it. */
const unkept = new Map<string, string>()

function write(venta: VentaGuardada): void {
  const text = JSON.stringify(venta)
  try {
    localStorage.setItem(keyOf(venta.id), text)
    unkept.delete(venta.id)
  } catch {
    unkept.set(venta.id, text)
  }
}

function erase(id: string): void {
  unkept.delete(id)
  localStorage.removeItem(keyOf(id))
}

const read = (id: string): VentaGuardada | null =>
  id ? parse(unkept.get(id) ?? localStorage.getItem(keyOf(id))) : null

/** Null for what another version of the screen wrote. */
function parse(text: string | null): VentaGuardada | null {
  if (!text) return null
  try {
    const stored: Partial<VentaGuardada> | null = JSON.parse(text)
    const isWhole =
      stored?.version === VERSION && Array.isArray(stored.archivos) && Array.isArray(stored.lineas)
    return isWhole ? (stored as VentaGuardada) : null
  } catch {
    return null
  }
}
