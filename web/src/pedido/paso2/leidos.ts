import type { ArchivoAnswer, PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import type { AvisoCodigo } from '@imprimitodo/shared/rules/compra/aviso'
import { isImpresa, lastPageOf, pagesOf, runsOf } from '@imprimitodo/shared/rules/compra/paginas'
import type { Leido, TamanoDePaginas } from '@imprimitodo/shared/rules/compra/pistas'
import type { ArchivoCarrito, Cotizado } from '../carrito/carrito-state.ts'
import { colorHasta, type Lectura, type Lecturas, paginasColor } from '../lectura/lectura.ts'
import type { Leidos } from './precios.ts'

/** The server's answer about a file; undefined without a present quote. */
export const leidoAnswer = (
  { contado }: ArchivoCarrito,
  pedido: PedidoAnswer | undefined,
): ArchivoAnswer | undefined =>
  contado && pedido?.pedido_id === contado.pedidoId ? pedido.archivos[contado.n - 1] : undefined

/**
 * The readings of files, by this browser or by the server, whose answer on colour has priority once it is
 * known. A file's reading stays the same object until more is known.
 */
export function leidosOf(
  archivos: readonly ArchivoCarrito[],
  lecturas: Lecturas,
  pedido: PedidoAnswer | undefined,
): Leidos {
  const isProved = pedido?.prueba_pendiente === false
  return new Map(
    archivos.flatMap((archivo) => {
      const answer = leidoAnswer(archivo, pedido)
      const known = leidoOf(archivo, answer && ofServer(answer, isProved), lecturas.get(archivo.id))
      return known ? [[archivo.id, known] as const] : []
    }),
  )
}

function leidoOf(
  { contado, rango }: ArchivoCarrito,
  server: Leido | undefined,
  lectura: Lectura | undefined,
): Leido | null {
  const browser = lectura?.estado === 'lista' ? ofBrowser(lectura) : undefined
  // Another file of the same name, or a different reading: the server's counts, since it prints
  const isSame = browser && (!contado || contado.paginas === browser.paginas)
  if (isSame && (!server || server.color_hasta < lastPageOf({ paginas: server.paginas, rango })))
    return browser
  return server ?? (contado && counted(contado))
}

/** Computed once for each source object. */
function once<Source extends object, Rest extends unknown[]>(make: (source: Source, ...rest: Rest) => Leido) {
  const made = new WeakMap<Source, { key: string; leido: Leido }>()
  return (source: Source, ...rest: Rest): Leido => {
    const key = JSON.stringify(rest)
    const before = made.get(source)
    if (before?.key === key) return before.leido
    const leido = make(source, ...rest)
    made.set(source, { key, leido })
    return leido
  }
}

const counted = once(({ paginas }: Cotizado) => ({
  paginas,
  tamanos: [],
  paginas_color: new Set(),
  color_hasta: 0,
}))

const ofBrowser = once((lectura: Lectura) => ({
  paginas: lectura.paginas.length,
  tamanos: sizesOf(lectura.paginas),
  paginas_color: paginasColor(lectura),
  color_hasta: colorHasta(lectura),
}))

function sizesOf(paginas: Lectura['paginas']): TamanoDePaginas[] {
  const sizes: TamanoDePaginas[] = []
  for (const { ancho_mm: ancho, alto_mm: alto } of paginas) {
    const last = sizes.at(-1)
    if (last && last.ancho === ancho && last.alto === alto) last.paginas++
    else sizes.push({ paginas: 1, ancho, alto })
  }
  return sizes
}

/** `isProved`: its pages on paper were checked. An old server sends no sizes. */
const ofServer = once((answer: ArchivoAnswer, isProved: boolean) => ({
  paginas: answer.paginas,
  tamanos: answer.tamanos ?? [],
  ...colorOf(answer, isProved),
}))

/** Pages of the other ink are told in its avisos. Of those that were not quoted nothing is said. */
function colorOf(answer: ArchivoAnswer, isProved: boolean): Pick<Leido, 'paginas_color' | 'color_hasta'> {
  const isColor = answer.color === 'color'
  const isKnown = isColor ? answer.paginas_color !== null : isProved
  const [first] = runsOf(answer)
  if (!isKnown || first?.[0] !== 1) return { paginas_color: new Set(), color_hasta: 0 }
  const told = (codigo: AvisoCodigo) => answer.avisos.find((aviso) => aviso.codigo === codigo)?.paginas ?? []
  const inVain = new Set(told('byn_en_color'))
  const colored = isColor
    ? pagesOf(runsOf(answer)).filter((page) => !inVain.has(page))
    : told('color_en_byn').filter(isImpresa(answer))
  return {
    paginas_color: new Set(colored),
    color_hasta: answer.rango === null ? lastPageOf(answer) : first[1],
  }
}
