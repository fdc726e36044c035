// Orders become works that wait for their printer.
import type { Impresion } from '@imprimitodo/shared/api/impresion'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { IMPRESION_VIVA } from '@imprimitodo/shared/rules/taller/impresion'
import { chooseImpresora, type Ficha, isTermica } from '@imprimitodo/shared/rules/taller/impresora'
import { nombreOfTrabajo, type Trabajo, tomoText } from '@imprimitodo/shared/rules/taller/trabajo'
import type { Tx } from '../../base/db/open.ts'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { lineasOf } from '../../compra/archivos/service.ts'
import { lockEnMostrador, lockPedido, movePedido, type Pedido } from '../../compra/pedidos/service.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import { type Limite, needWithin } from '../../mostrador/acceso/service.ts'
import { needSuelto, type QuienSigue } from '../../mostrador/tomado/service.ts'
import { areKept, trabajosDe } from '../trabajos/service.ts'
import { hasCaratula, ladosDeCaratula } from './caratula.ts'
import { copiasOf, impresionesAnswer, needAble, needImpresora, noteEvento } from './respuesta.ts'
import {
  type ImpresionRow,
  type ImpresoraRow,
  impresionesOf,
  impresorasOfSucursal,
  insertImpresion,
  listImpresoras,
} from './store.ts'

type Encargo = {
  trabajos?: number[] | null | undefined
  impresora?: number | null | undefined
  motivo?: string | null | undefined
  /** How many sheets of the order may be printed again; absent: none are counted. */
  limite?: Limite
}

/** Queues the order's works, with the person who asked. @throws 404, 409 (also as of `needSuelto`), 410 */
export async function printPedido(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  pedido_id: string,
  encargo: Encargo,
  by: Quien & QuienSigue,
): Promise<Impresion[]> {
  if (!(await queuePedido(deps, pedido_id, encargo, by)))
    throw refuse(409, 'Todo este pedido ya se mandó a imprimir.')
  return impresionesAnswer(deps, { pedido_id })
}

/** Sends its works to their printers; false: all of them were sent before. @throws 404, 409, 410 */
export async function queuePedido(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  pedido_id: string,
  encargo: Encargo,
  by: Quien & QuienSigue,
): Promise<boolean> {
  const quien = by.nombre
  return deps.db.transaction(async (tx) => {
    const pedido = await lockEnMostrador(tx, pedido_id)
    if (!['pagado', 'en_produccion', 'listo'].includes(pedido.estado))
      throw refuse(409, 'Este pedido no está para imprimir.')
    await needSuelto(tx, pedido, by, deps.now())
    const lineas = await lineasOf(tx, pedido_id)
    if (!areKept(pedido, lineas)) throw refuse(410, 'Los archivos de este pedido ya se borraron.')
    const before = await impresionesOf(tx, pedido_id)
    const wanted = wantedOf(encargo, trabajosDe(pedido, lineas), before)
    if (wanted.length === 0) return false
    if (encargo.limite) await needReprint(tx, deps, encargo.limite, { pedido, wanted, before, by })
    for (const trabajo of wanted) await queueImpresiones(tx, deps, pedido, trabajo, before, encargo, quien)
    if (pedido.estado === 'pagado') await movePedido(tx, deps, pedido, 'en_produccion', { quien })
    return true
  })
}

/** The works that are named; without names, those that have not been printed yet. @throws 404 */
function wantedOf(
  { trabajos, motivo }: Encargo,
  all: readonly Trabajo[],
  before: readonly ImpresionRow[],
): Trabajo[] {
  if (!trabajos) {
    const isDone = ({ id }: Trabajo) => before.some((one) => one.trabajo === id && one.estado !== 'cancelada')
    return all.filter((trabajo) => motivo || !isDone(trabajo))
  }
  const named = all.filter(({ id }) => trabajos.includes(id))
  if (named.length < new Set(trabajos).size) throw notFound('Ese trabajo no existe.')
  return named
}

/** Sheets of the order that were printed again before count as well. @throws 403 {detail, autorizar: true} */
async function needReprint(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  limite: Limite,
  {
    pedido,
    wanted,
    before,
    by,
  }: { pedido: Pedido; wanted: readonly Trabajo[]; before: readonly ImpresionRow[]; by: Quien },
): Promise<void> {
  // A work that was cancelled at its last sheet counts: it is on paper
  const isOut = (one: ImpresionRow) =>
    one.estado !== 'cancelada' || (one.contadas ?? 0) > ladosDeCaratula(one)
  const made = before.filter(isOut)
  const again = wanted.filter(({ id }) => made.some(({ trabajo }) => trabajo === id))
  if (again.length === 0) return
  const sheets = (of: readonly { hojas: number; copias: number }[]) =>
    of.reduce((sum, { hojas, copias }) => sum + hojas * copias, 0)
  const hojas = sheets(again) + sheets(made.filter(({ motivo }) => motivo !== null))
  needWithin(limite, hojas, (tope) => `reimprimir hasta ${count(tope, 'hoja')} por pedido`)
  const { autoriza } = limite
  if (autoriza)
    await noteCambio(tx, by, now(), {
      que: 'reimpresion',
      clave: pedido.id,
      nombre: `Pedido ${pedido.numero}`,
      accion: 'cambiar',
      despues: { hojas: sheets(again), autoriza },
    })
}

/** Prints a paid order without a clerk, if its branch has a printer with that setting. */
export async function printAlone(
  deps: Pick<Deps, 'db' | 'events' | 'jobs' | 'now'>,
  pedido_id: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, pedido_id)
    if (pedido?.estado !== 'pagado') return
    const impresoras = await impresorasOfSucursal(tx, pedido.sucursal_id ?? 0)
    if (!impresoras.some(isAutomatica)) return
    const lineas = await lineasOf(tx, pedido_id)
    const before = await impresionesOf(tx, pedido_id)
    if (before.length > 0 || !areKept(pedido, lineas)) return
    for (const trabajo of trabajosDe(pedido, lineas)) {
      const impresora = await choose(tx, pedido, trabajo, isAutomatica)
      if (impresora)
        await queueImpresiones(tx, deps, pedido, trabajo, before, { impresora: impresora.id }, 'sistema')
    }
  })
}

/** Queues one work, at the printer that was asked for or one that suits it. @throws 404, 409 */
export async function queueImpresiones(
  tx: Tx,
  deps: Pick<Deps, 'events' | 'jobs' | 'now'>,
  pedido: Pedido,
  trabajo: Trabajo,
  before: ImpresionRow[],
  { impresora, motivo }: Encargo,
  quien: string,
): Promise<void> {
  const nombre = nombreOfTrabajo({ nombre: trabajo.nombre, tomo: tomoText(trabajo) })
  const earlier = before.filter((one) => one.trabajo === trabajo.id && one.estado !== 'cancelada')
  const alive = earlier.find(({ estado }) => IMPRESION_VIVA.includes(estado))
  if (alive) throw refuse(409, `«${nombre}» ya está en camino a la impresora.`)
  if (earlier.length > 0 && !motivo)
    throw refuse(409, `«${nombre}» ya se imprimió: para repetirlo escribí el motivo.`)
  const target = impresora
    ? await needImpresora(tx, impresora, pedido.sucursal_id ?? 0)
    : await choose(tx, pedido, trabajo)
  if (!target) throw refuse(409, 'Ninguna impresora de esta sucursal puede hacer este trabajo.')
  needAble(trabajo, target)
  const { copias, lados, borde, color, hojas, hoja, paginas } = trabajo
  const made = await insertImpresion(tx, {
    pedido_id: pedido.id,
    trabajo: trabajo.id,
    nombre,
    copias,
    lados,
    borde,
    color,
    hojas,
    paginas,
    hoja,
    caratula: await hasCaratula(tx, target, { pedido_id: pedido.id, repite: earlier.length > 0 }),
    impresora_id: target.id,
    motivo: motivo ?? null,
    de_id: earlier.at(-1)?.id ?? null,
    pedida: deps.now(),
    pedida_por: quien,
  })
  if (!made) throw refuse(409, `«${nombre}» ya está en camino a la impresora.`)
  await deps.jobs.send(tx, 'preparar_impresion', { id: made.id })
  await deps.events.tell(tx, 'impresion', { sucursal_id: target.sucursal_id })
  if (motivo)
    await noteEvento(tx, deps, pedido, quien, `Reimpresión de «${nombre}» en ${target.nombre}: ${motivo}`)
}

/** A test page of two pages, in two copies: on one sheet each if the printer has two sides. */
export async function printPrueba(
  deps: Pick<Deps, 'db' | 'events' | 'jobs' | 'now'>,
  impresora: ImpresoraRow,
  quien: string,
): Promise<number> {
  const { perfil } = impresora
  const isTicket = isTermica(impresora)
  const lados = isTicket || (perfil && !perfil.lados.includes('two-sided-long-edge')) ? 1 : 2
  const copias = isTicket ? 1 : 2
  return deps.db.transaction(async (tx) => {
    const made = await insertImpresion(tx, {
      pedido_id: null,
      trabajo: 0,
      nombre: 'Página de prueba',
      copias,
      lados,
      borde: 'largo',
      color: perfil?.color ?? false,
      hojas: 2 / lados,
      paginas: 2,
      impresora_id: impresora.id,
      pedida: deps.now(),
      pedida_por: quien,
    })
    if (!made) throw new Error('A test page is of no order, so nothing is in its way.')
    await deps.jobs.send(tx, 'preparar_impresion', { id: made.id })
    await deps.events.tell(tx, 'impresion', { sucursal_id: impresora.sucursal_id })
    return made.id
  })
}

const isAutomatica = ({ automatica }: ImpresoraRow): boolean => automatica

async function choose(
  tx: Tx,
  pedido: Pedido,
  ficha: Ficha,
  isOffered: (impresora: ImpresoraRow) => boolean = () => true,
) {
  const rows = (await listImpresoras(tx)).filter(
    ({ impresora }) =>
      impresora.sucursal_id === pedido.sucursal_id && !isTermica(impresora) && isOffered(impresora),
  )
  const candidates = rows.map(({ impresora, hojas }) => ({
    ...impresora,
    perfil: impresora.perfil && { ...impresora.perfil, copias: copiasOf(impresora.repetir_copias) as never },
    en_cola: hojas ?? 0,
  }))
  return chooseImpresora(ficha, candidates)
}
