// One order for staff, and its steps at the counter.

import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import {
  type CounterStep,
  canMove,
  ESTADO_TITLES,
  type Estado,
  isCounterStep,
} from '@imprimitodo/shared/rules/compra/pedido'
import { primeraReposicion } from '@imprimitodo/shared/rules/compra/reposicion'
import { tomoText } from '@imprimitodo/shared/rules/taller/trabajo'
import { rotuloTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { lineasOf } from '../../compra/archivos/service.ts'
import {
  aplicadosA,
  aplicadosOf,
  cotizacionOf,
  firmaMiniaturas,
  historialOf,
  horaSugerida,
  lockEnMostrador,
  movePedido,
  needEnMostrador,
  needSaldado,
  notasEquipoOf,
  otrosAnswer,
  type Pedido,
  pagosOf,
  priceOf,
  type QuienDeshace,
  undoPaso,
  ventaEntera,
} from '../../compra/pedidos/service.ts'
import { viewReposiciones } from '../../compra/reposiciones/service.ts'
import { nombresDe } from '../../cuentas/auth/service.ts'
import {
  devolvible,
  hasToGiveBack,
  isDeCaja,
  needWithinDevolucion,
  type SettleDeps,
  settlePedido,
} from '../../dinero/pagos/service.ts'
import type { Quien } from '../../gestion/auditoria/service.ts'
import { impresosOf, needImpreso, wasSentToPrint } from '../../taller/impresion/service.ts'
import { areKept, trabajosDe } from '../../taller/trabajos/service.ts'
import type { Limite } from '../acceso/service.ts'
import { needSuelto, nombreDeQuienTomo, type QuienSigue, tomadoOf } from '../tomado/service.ts'
import { writeFicha } from './ficha.ts'
import { filaOf, partesListas } from './fila.ts'
import { mensajesOf } from './mensajes.ts'

export async function viewEnMostrador(
  { db, tienda, now, dataDir, publicUrl }: Pick<Deps, 'db' | 'tienda' | 'now' | 'dataDir' | 'publicUrl'>,
  id: string,
): Promise<PedidoMostrador> {
  const pedido = await needEnMostrador(db, id)
  const [{ sucursales, ajustes }, operador, nombre, impresos, lineas, pagos, historial, notas] =
    await Promise.all([
      tienda.read(),
      nombreDeQuienTomo(db, pedido),
      nombreDeCliente(db, pedido),
      impresosOf(db, [id]),
      lineasOf(db, id),
      pagosOf(db, id),
      historialOf(db, id),
      notasEquipoOf(db, id),
    ])
  const sucursal = sucursales.find((one) => one.id === pedido.sucursal_id)
  const codigos = await aplicadosA(db, pedido, now())
  const reposiciones = await viewReposiciones({ db, dataDir, publicUrl }, pedido, lineas)
  const { archivos, volumenes } = cotizacionOf(id, lineas, pedido.tarifas)
  return {
    ...filaOf(pedido, {
      lineas,
      pagos,
      sucursal: sucursal?.nombre ?? '',
      nombre,
      tomado: tomadoOf(pedido, operador, now()),
      impresos: impresos.get(id) ?? 0,
      reposicion: primeraReposicion(reposiciones.map(({ estado }) => estado)),
    }),
    reposiciones,
    hora_sugerida: (await horaSugerida(db, pedido, now()))?.toISOString() ?? null,
    mensajes: mensajesOf(pedido, {
      plantillas: ajustes.whatsapp,
      publicUrl,
      nombre: pedido.nombre ?? nombre,
      tienda: rotuloTienda(ajustes.vidriera.nombre),
      sucursal: sucursal?.nombre ?? '',
      isArchivoMal: reposiciones.length > 0,
      pagos,
    }),
    // The price that was charged: a colour count that ended later does not change it
    total_impresion: toPesos(pedido.total_impresion),
    total_anillado: toPesos(pedido.total_anillado),
    descuento_porcentaje: pedido.descuento_porcentaje,
    descuento_codigo: pedido.descuento_codigo,
    descuento_hojas: toPesos(pedido.descuento_hojas),
    otros: otrosAnswer(pedido.otros),
    total_otros: toPesos(pedido.total_otros),
    descuento_mano: toPesos(pedido.descuento_mano),
    motivo_descuento: pedido.motivo_descuento,
    venta_id: await ventaEntera(db, id),
    codigos: aplicadosOf(codigos, priceOf(lineas, pedido, codigos).usos),
    distancia_km: pedido.distancia_m === null ? null : pedido.distancia_m / 1000,
    distancia_estimada: pedido.distancia_estimada,
    archivos,
    volumenes,
    nombre_retiro: pedido.nombre,
    partes_listas: partesListas(pedido, trabajosDe(pedido, lineas)),
    notas_equipo: notas.map(({ cuando, quien, texto }) => ({ quien, texto, cuando: cuando.toISOString() })),
    archivos_guardados: areKept(pedido, lineas),
    miniaturas: firmaMiniaturas({ dataDir }, id),
    trabajos: trabajosDe(pedido, lineas).map(({ tomo, tramos, grupo: _, ...trabajo }) => ({
      ...trabajo,
      tomo: tomoText({ tomo }),
      archivos: [...new Set(tramos.map(({ archivo }) => archivo))].map(
        (index) => lineas[index]?.archivo.nombre ?? '',
      ),
    })),
    pagos: pagos.map(({ id, estado, importe, devuelto, medio, acreditado, actualizado }) => ({
      id,
      estado,
      medio,
      en_caja: isDeCaja({ id }),
      importe: toPesos(importe),
      devuelto: toPesos(devuelto),
      cuando: (acreditado ?? actualizado).toISOString(),
    })),
    historial: historial.map(({ estado, cuando, quien, nota }) => ({
      estado,
      quien,
      nota,
      cuando: cuando.toISOString(),
    })),
  }
}

/** The name of the account that ordered it; null: no account. */
async function nombreDeCliente(
  db: Queryable,
  { cliente_id }: Pick<Pedido, 'cliente_id'>,
): Promise<string | null> {
  if (cliente_id === null) return null
  return (await nombresDe(db, [cliente_id])).get(cliente_id) ?? null
}

/** `estante`: where it was put, with `listo`; undefined: it stays where it is. */
type Step = {
  /** One that no person can give is refused. */
  estado: Estado
  motivo: string | null
  estante?: string | undefined
  /** Null for a step that gives no money back. */
  limite: Limite | null
}

/**
 * One step at the counter. The payments of a cancelled order are refunded automatically, once the
 * cancellation can no longer be taken back. `motivo`: the reason of a cancellation, which the customer reads.
 * @throws 400 {motivo: [..]} where money goes back; 403 {detail, autorizar: true} above `limite`; 404; 409
 * where the table has no such step (another clerk was faster), or where another clerk has it in hand and
 * `aunque_tomado` is missing; handing it over is never refused for that
 */
export async function takeStep(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl' | 'tienda'>,
  id: string,
  step: Step,
  by: Quien & QuienSigue,
): Promise<PedidoMostrador> {
  const { wasSo, pedido } = await moveStep(deps, id, step, by)
  if (wasSo) throw refuse(409, noStep(pedido, step.estado))
  return viewEnMostrador(deps, id)
}

/**
 * As `takeStep`, but an order that is there already is no error: `wasSo`. @returns the order as it was before
 */
export async function moveStep(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  id: string,
  { estado: to, motivo, estante, limite }: Step,
  by: Quien & QuienSigue,
): Promise<{ pedido: Pedido; wasSo: boolean }> {
  return deps.db.transaction(async (tx) => {
    const pedido = await lockEnMostrador(tx, id)
    if (pedido.estado === to) return { pedido, wasSo: true }
    if (!isCounterStep(to)) throw refuse(409, noStep(pedido, to))
    await checkStep(tx, deps, pedido, { to, motivo, limite, by })
    const moved = await movePedido(tx, deps, pedido, to, {
      quien: by.nombre,
      persona: by.id,
      autoriza: limite?.autoriza ?? null,
      ...(motivo && { nota: motivo }),
    })
    if (!moved) throw refuse(409, noStep(pedido, to))
    if (to === 'listo' && estante) await writeFicha(tx, deps, moved, { estante }, by)
    return { pedido, wasSo: false }
  })
}

type Asked = Pick<Step, 'motivo' | 'limite'> & { to: CounterStep; by: Quien & QuienSigue }

/** The conditions of a step. @throws as `takeStep` */
async function checkStep(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  pedido: Pedido,
  { to, motivo, limite, by }: Asked,
): Promise<void> {
  if (!canMove(pedido.estado, to)) return
  if (to === 'entregado') needSaldado(pedido)
  if (to !== 'entregado') await needSuelto(tx, pedido, by, deps.now())
  if (to === 'listo') await needImpreso(tx, deps, pedido.id)
  if (to === 'cancelado' && !motivo && (await hasToGiveBack(tx, pedido)))
    throw refuseField('motivo', 'Escribí por qué se cancela: el cliente lo lee en su mail.')
  if (to === 'cancelado') await checkLimite(tx, pedido, limite)
}

/** The refund of an order must be within the limit of the person, or of the one who agreed. */
async function checkLimite(tx: Tx, { id }: Pedido, limite: Limite | null): Promise<void> {
  const { devuelto, queda } = await devolvible(tx, id)
  if (queda === 0) return
  if (!limite) throw new Error('A cancellation needs to know what the person may give back.')
  needWithinDevolucion(limite, devuelto + queda)
}

/**
 * Takes the last step back. Payments and refunds that came meanwhile count.
 * @param seen the state in which the caller saw the order; null: any
 * @throws 404; 409 if it is in another state now, if it would go back to `pagado` with works at a printer, or as
 * of `undoPaso`
 */
export async function undoStep(
  deps: SettleDeps,
  id: string,
  { seen, motivo }: { seen: Estado | null; motivo: string | null },
  by: QuienDeshace,
): Promise<{ estado: Estado }> {
  return deps.db.transaction(async (tx) => {
    const pedido = await lockEnMostrador(tx, id)
    if (seen && pedido.estado !== seen)
      throw refuse(409, `El pedido ${pedido.numero} ya está ${ESTADO_TITLES[pedido.estado].toLowerCase()}.`)
    if (pedido.estado === 'en_produccion' && (await wasSentToPrint(tx, id)))
      throw refuse(409, `El pedido ${pedido.numero} ya se mandó a imprimir: no puede volver a pagado.`)
    const restored = await undoPaso(tx, deps, pedido, { by, motivo })
    const { estado } = await settlePedido(tx, deps, restored)
    return { estado }
  })
}

function noStep({ numero, estado }: Pedido, to: Estado): string {
  const now = ESTADO_TITLES[estado].toLowerCase()
  return estado === to
    ? `El pedido ${numero} ya está ${now}.`
    : `El pedido ${numero} está ${now}: no puede pasar a ${ESTADO_TITLES[to].toLowerCase()}.`
}
