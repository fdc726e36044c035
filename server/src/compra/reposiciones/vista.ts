// Files that are asked for again, as the counter and the customer see them.
import type { ReposicionMostrador } from '@imprimitodo/shared/api/mostrador'
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import type { ReposicionAnswer } from '@imprimitodo/shared/api/reposiciones'
import { maskEmail, SIN_EMAIL } from '@imprimitodo/shared/rules/base/contacto'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { isColorPending } from '@imprimitodo/shared/rules/compra/hojas'
import { isImpresa } from '@imprimitodo/shared/rules/compra/paginas'
import { quote } from '@imprimitodo/shared/rules/compra/precio'
import { type EstadoReposicion, primeraReposicion } from '@imprimitodo/shared/rules/compra/reposicion'
import type { AddressOf } from '@imprimitodo/shared/rules/vidriera/ruta'
import type { Queryable } from '../../base/db/open.ts'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findContenidos, type Linea, lineasOf } from '../archivos/service.ts'
import { cobradoOf, contadoOf, enlaceDe, findPedido, type Pedido } from '../pedidos/service.ts'
import { lastReposicionOf, openOf, pendientesOf, type Reposicion } from './store.ts'

/** Orders whose files are still needed. */
const NEEDS: readonly string[] = ['confirmado', 'pagado', 'en_produccion', 'listo']

export const needsFiles = ({ estado, archivos_borrados }: Pedido): boolean =>
  NEEDS.includes(estado) && !archivos_borrados

/** For each order with such files: what has to be done first. */
export async function reposicionesOf(
  db: Queryable,
  pedidos: readonly Pedido[],
): Promise<Map<string, EstadoReposicion>> {
  const ids = pedidos.filter(needsFiles).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const found = Map.groupBy(await pendientesOf(db, ids), ({ pedido_id }) => pedido_id)
  return new Map(
    [...found].flatMap(([id, lines]) => {
      const first = primeraReposicion(lines.map(({ reposicion }) => estadoReposicionOf(reposicion)))
      return first ? [[id, first] as const] : []
    }),
  )
}

export const estadoReposicionOf = (open: Reposicion | null | undefined): EstadoReposicion =>
  open ? (open.estado === 'recibida' ? 'recibida' : 'pedida') : 'sin_pedir'

/** For the order's page: files that the customer has to send, or has sent for the counter to look at. */
export async function pedidasOf(db: Queryable, pedido: Pedido): Promise<PedidoAnswer['reposiciones']> {
  if (!needsFiles(pedido)) return []
  const open = (await pendientesOf(db, [pedido.id])).flatMap(({ posicion, reposicion }) =>
    reposicion ? { n: posicion + 1, recibida: reposicion.estado === 'recibida' } : [],
  )
  return open.toSorted((a, b) => a.n - b.n)
}

/** For the counter, in the order's own order. */
export async function viewReposiciones(
  deps: Pick<Deps, 'dataDir' | 'publicUrl'> & { db: Queryable },
  pedido: Pedido,
  lineas: Linea[],
): Promise<ReposicionMostrador[]> {
  if (!needsFiles(pedido)) return []
  const open = await openOf(
    deps.db,
    lineas.map(({ archivo }) => archivo.id),
  )
  const nuevos = await findContenidos(
    deps.db,
    open.flatMap(({ nuevo_id }) => nuevo_id ?? []),
  )
  return lineas.flatMap(({ archivo, contenido }) => {
    const one = open.find(({ archivo_id }) => archivo_id === archivo.id)
    if (!one && !contenido.danado) return []
    const n = archivo.posicion + 1
    const nuevo = nuevos.find(({ id }) => id === one?.nuevo_id)
    return {
      n,
      nombre: archivo.nombre,
      danado: contenido.danado,
      estado: estadoReposicionOf(one),
      pedida: one?.pedida.toISOString() ?? null,
      quien: one?.quien ?? null,
      enlace: one ? enlaceDe(deps, pedido, pathOf(pedido, n)) : null,
      vez: one?.vez ?? 0,
      paginas: archivo.paginas,
      recibido:
        one?.recibida && nuevo
          ? {
              cuando: one.recibida.toISOString(),
              paginas: nuevo.paginas ?? 0,
              diferencia: toPesos(difference(pedido, lineas, archivo.id, nuevo)),
              revisado: isExamined(archivo, nuevo),
              imposibles: imposiblesOf(archivo, nuevo),
            }
          : null,
    }
  })
}

export const pathOf = ({ id }: Pedido, n: number): AddressOf<'/pedido/:id/archivo/:n'> =>
  `/pedido/${id}/archivo/${n}`

/** Whether proof and colour count, on which the printing depends, are complete. */
export const isExamined = (archivo: Linea['archivo'], nuevo: Linea['contenido']): boolean =>
  nuevo.prueba !== null && !lacksColor(archivo, nuevo)

/** Whether the colour count of the bytes that would take the file's place is not complete. */
export const lacksColor = (archivo: Linea['archivo'], nuevo: Linea['contenido']): boolean =>
  isColorPending(contadoOf({ archivo: { ...archivo, paginas: nuevo.paginas ?? 0 }, contenido: nuevo }))

/** Pages to be printed that cannot be printed. */
export const imposiblesOf = ({ rango }: Linea['archivo'], nuevo: Linea['contenido']): number[] =>
  (nuevo.prueba?.imposibles ?? []).filter(isImpresa({ paginas: nuevo.paginas ?? 0, rango }))

/** The lines of the order with other bytes in one of them. */
export const withNuevo = (lineas: Linea[], archivo_id: number, nuevo: Linea['contenido']): Linea[] =>
  lineas.map((linea) =>
    linea.archivo.id === archivo_id
      ? { archivo: { ...linea.archivo, paginas: nuevo.paginas ?? 0, cobrado: null }, contenido: nuevo }
      : linea,
  )

/** Centavos before discounts, against what was charged. */
function difference(
  { tarifas }: Pedido,
  lineas: Linea[],
  archivo_id: number,
  nuevo: Linea['contenido'],
): number {
  const total = (of: Linea[]) => {
    const { total_impresion, total_anillado } = quote(of.map(cobradoOf), tarifas)
    return total_impresion + total_anillado
  }
  return total(withNuevo(lineas, archivo_id, nuevo)) - total(lineas)
}

/** @throws 404 where it was never asked for */
export async function needPedida(db: Queryable, pedido_id: string, n: number) {
  const pedido = await findPedido(db, pedido_id)
  if (!pedido || pedido.estado === 'borrador') throw notFound('No encontramos ese pedido.')
  const linea = (await lineasOf(db, pedido_id)).find(({ archivo }) => archivo.posicion === n - 1)
  const last = linea && (await lastReposicionOf(db, linea.archivo.id))
  if (!linea || !last) throw notFound('No te pedimos ese archivo de nuevo: no hace falta que mandes nada.')
  return { pedido, linea, last }
}

/** For the customer; without the file's name where only the link is known. */
export async function viewPedida(
  { db, tienda }: Pick<Deps, 'db' | 'tienda'>,
  { pedido_id, n }: { pedido_id: string; n: number },
  isOwn: (pedido: Pedido) => Promise<boolean>,
): Promise<ReposicionAnswer> {
  const [{ pedido, linea, last }, { sucursales }] = await Promise.all([
    needPedida(db, pedido_id, n),
    tienda.read(),
  ])
  const own = await isOwn(pedido)
  const sucursal = sucursales.find(({ id }) => id === pedido.sucursal_id)
  return {
    pedido_id,
    numero: pedido.numero ?? 0,
    n,
    nombre: own ? linea.archivo.nombre : `archivo ${n}.pdf`,
    paginas: linea.archivo.paginas,
    acceso: own ? 'completo' : 'enlace',
    email: pedido.email && pedido.email !== SIN_EMAIL ? maskEmail(pedido.email) : null,
    sucursal: sucursal?.nombre ?? '',
    sucursal_whatsapp: sucursal?.whatsapp ?? null,
    estado: answerOf(pedido, last),
  }
}

function answerOf(pedido: Pedido, { estado, cerrada }: Reposicion): ReposicionAnswer['estado'] {
  if (cerrada) return 'lista'
  if (!needsFiles(pedido)) return 'cerrada'
  return estado === 'recibida' ? 'recibida' : 'pedida'
}
