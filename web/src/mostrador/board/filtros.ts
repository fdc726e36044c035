import { type Cerrado, type Estado, isCerrado, type TABLERO } from '@imprimitodo/shared/rules/pedido'

export type Columna = (typeof TABLERO)[number]

/** What the board can be narrowed to; several together show what is all of them. */
export const VISTAS = ['tarde', 'hoy', 'color', 'anillado', 'envio', 'mios'] as const
export type Ver = (typeof VISTAS)[number]

/** `lista`: null is the board; 'cerrados' all that left it; else one of its states. '' is all branches, no text. */
export type Filtros = {
  sucursal: string
  texto: string
  lista: Cerrado | 'cerrados' | null
  ver: readonly Ver[]
}

/** The filters live in the address (?sucursal=&texto=&estado=&ver=), so that they survive a reload and can be kept. */
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

/** '' or '?...', ready to be put behind a path. */
export function searchOf({ sucursal, texto, lista, ver }: Filtros): string {
  const params = new URLSearchParams()
  if (sucursal) params.set('sucursal', sucursal)
  if (texto.trim()) params.set('texto', texto.trim())
  if (lista) params.set('estado', lista)
  if (ver.length > 0) params.set('ver', ver.join(','))
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** The query of a page of orders, without what is not asked for. */
export function pedidosQuery(
  estados: readonly Estado[],
  { sucursal, texto }: Pick<Filtros, 'sucursal' | 'texto'>,
  cursor: string | null,
) {
  return {
    estado: estados.join(','),
    // What is being made is worked off by its promised time; the rest is looked at newest first
    orden: estados.some((estado) => ['pagado', 'en_produccion', 'listo'].includes(estado))
      ? ('promesa' as const)
      : ('recientes' as const),
    ...(sucursal && { sucursal }),
    ...(texto.trim() && { texto: texto.trim() }),
    ...(cursor && { cursor }),
  }
}
