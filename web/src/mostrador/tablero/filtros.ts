import { type Cerrado, type Estado, isCerrado, type TABLERO } from '@imprimitodo/shared/rules/compra/pedido'
import { isInWork } from '../pasos.ts'

export type Columna = (typeof TABLERO)[number]

/** The board's filters; with several of them it shows the orders that match all. */
export const VISTAS = ['tarde', 'hoy', 'color', 'anillado', 'envio', 'mios'] as const
export type Ver = (typeof VISTAS)[number]

/**
 * `lista`: null is the board; 'cerrados' all closed orders; else one of their states. '' is all branches, or
 * no text.
 */
export type Filtros = {
  sucursal: string
  texto: string
  lista: Cerrado | 'cerrados' | null
  ver: readonly Ver[]
}

/**
 * The filters are in the address (?sucursal=&texto=&estado=&ver=), so that they survive a reload and can be
 * bookmarked.
 */
export function readFiltros(search: URLSearchParams | string): Filtros {
  const params = new URLSearchParams(search)
  const estado = params.get('estado') ?? ''
  const ver = params.get('ver')?.split(',') ?? []
  return {
    sucursal: params.get('sucursal') ?? '',
    texto: (params.get('texto') ?? '').slice(0, 200),
    lista: estado === 'cerrados' || isCerrado(estado) ? estado : null,
    ver: VISTAS.filter((one) => ver.includes(one)),
  }
}

/** '' or '?...', to be appended to a path. */
export function searchOf({ sucursal, texto, lista, ver }: Filtros): string {
  const params = new URLSearchParams()
  if (sucursal) params.set('sucursal', sucursal)
  if (texto.trim()) params.set('texto', texto.trim())
  if (lista) params.set('estado', lista)
  if (ver.length > 0) params.set('ver', ver.join(','))
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** The query of a page of orders, with the set filters only. */
export function filtrosQuery(
  estados: readonly Estado[],
  { sucursal, texto }: Pick<Filtros, 'sucursal' | 'texto'>,
  cursor: string | null,
) {
  return {
    estado: estados.join(','),
    // Orders in production are worked off by promised time; others are shown newest first
    orden: estados.some(isInWork) ? ('promesa' as const) : ('recientes' as const),
    ...(sucursal && { sucursal }),
    ...(texto.trim() && { texto: texto.trim() }),
    ...(cursor && { cursor }),
  }
}
