import { cleanNombre, DEFAULT_OPCIONES, type Opciones } from '@imprimitodo/shared/rules/compra/archivo'
import type { ModoEntrega } from '@imprimitodo/shared/rules/compra/entrega'

/** The server's findings about a file, from the last quote. */
export type Cotizado = {
  pedidoId: string
  /** 1-based, as in /api/pedidos/{id}/archivos/{n}/miniatura.webp */
  n: number
  paginas: number
  hojas: number
  /** null while colour is being looked for. */
  paginasColor: number | null
  /** All copies, before discounts, for the options it was quoted with. Pesos. */
  importe: number
}

/** A file of the half-made order. */
export type ArchivoCarrito = {
  id: string
  /** In NFC: a phone and a computer spell «ñ» differently. */
  name: string
  size: number
  /** null after a reload if the contents could not be stored. */
  realFile: File | null
  dobleFaz: boolean
  orientacion: Opciones['orientacion']
  color: Opciones['color']
  grupo: Opciones['grupo']
  duplicado: number
  anillado: boolean
  /** Which pages are printed, and how many on each side. */
  rango: Opciones['rango']
  por_carilla: Opciones['por_carilla']
  /** The paper that it is printed on. */
  hoja: Opciones['hoja']
  /** The id of its bytes on the server: they need not be sent again. */
  subida: string | null
  contado: Cotizado | null
}

/** The fields of step 3. */
export type Contacto = {
  email: string
  celular: string
  /** '' until chosen. */
  sucursal: string
  /** The branch of the previous order: '' where there was none. */
  ultima: string
  modo: ModoEntrega
  direccion: string
  lat: number | null
  lng: number | null
  /** The customer was asked about the pin and confirmed it. */
  pinConfirmado: boolean
  /** The person who picks it up, and the note to the shop: '' where empty. */
  nombre: string
  nota: string
}

export type HojaCambiada = { nombre: string; hoja: Opciones['hoja'] }

export type PrecioEstimado = { total: number; total_impresion: number; total_anillado: number }

export type Carrito = {
  /** The id of this browser's half-made order on the server, so that a retry never makes a second one. */
  carrito: string
  archivos: ArchivoCarrito[]
  agrupando: boolean
  /** From the last quote. Options may have changed since: see `isQuoted`. */
  pedidoId: string | null
  precioEstimado: PrecioEstimado | null
  /** Fingerprint of what was quoted. */
  cotizado: string | null
  /** Why the quoted order cannot be bought: sentences that name a file and its pages. */
  imposibles: string[]
  /** Files that go on A4 because the chosen paper, `hoja`, is no longer sold. */
  hojasCambiadas: readonly HojaCambiada[]
  contacto: Contacto
}

export const NO_CONTACTO: Contacto = {
  email: '',
  celular: '',
  sucursal: '',
  ultima: '',
  modo: 'retiro',
  direccion: '',
  lat: null,
  lng: null,
  pinConfirmado: false,
  nombre: '',
  nota: '',
}

export const newCarrito = (carrito: string): Carrito => ({
  carrito,
  archivos: [],
  agrupando: false,
  pedidoId: null,
  precioEstimado: null,
  cotizado: null,
  imposibles: [],
  hojasCambiadas: [],
  contacto: NO_CONTACTO,
})

export function newArchivo(id: string, file: File): ArchivoCarrito {
  const { doble_faz, ...opciones } = DEFAULT_OPCIONES
  return {
    id,
    name: cleanNombre(file.name),
    size: file.size,
    realFile: file,
    dobleFaz: doble_faz,
    ...opciones,
    subida: null,
    contado: null,
  }
}

/** `texto`: the id of this text; `sigue`: that of the text which its tab had read or written before. */
type Stored = Carrito & { texto?: string; sigue?: string }

/** For localStorage: all but the contents, which go to IndexedDB. */
export function serialise(carrito: Stored): string {
  return JSON.stringify({ ...carrito, archivos: carrito.archivos.map((one) => ({ ...one, realFile: null })) })
}

/**
 * What `serialise` wrote, or null for anything else: another version of the app, a person or an extension may have
 * left something different there.
 */
export function parse(text: string | null): Stored | null {
  if (!text) return null
  try {
    const stored: Partial<Stored> | null = JSON.parse(text)
    if (!stored || typeof stored.carrito !== 'string' || !Array.isArray(stored.archivos)) return null
    const blank = newArchivo('', new File([], ''))
    return {
      ...newCarrito(stored.carrito),
      ...stored,
      archivos: stored.archivos
        .filter((one) => typeof one?.id === 'string' && typeof one.name === 'string')
        .map((one) => ({ ...blank, ...one, realFile: null })),
      contacto: { ...NO_CONTACTO, ...stored.contacto },
    }
  } catch {
    return null
  }
}
