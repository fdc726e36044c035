// Shifts as the counter sees them. The expected cash is told only of a closed shift.
import type { MovimientoFila, TurnoDetalle, TurnoFila } from '@imprimitodo/shared/api/caja'
import { toPesos, toPesosOrNull } from '@imprimitodo/shared/rules/base/dinero'
import type { Queryable } from '../../base/db/open.ts'
import { notFound, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findPedidos } from '../../compra/pedidos/service.ts'
import { needLlamada, needPropia } from '../../gestion/sucursales/service.ts'
import {
  findTurno,
  listAbiertos,
  listCerrados,
  type MovimientoCaja,
  movimientosDeTurno,
  movimientosFuera,
  sinMedioOf,
  sumasOf,
  type Turno,
} from './store.ts'
import { mediosDe, personasOf, sinMedioDe, viewEfectivo } from './sum-turno.ts'

const MOVIMIENTOS = 500
const ANTERIORES = 30
const FUERA_MS = 7 * 24 * 3600_000

/**
 * @param alcance the one branch of the person; null: all of them
 * @throws 400 {sucursal: [..]}; 403 of another branch
 */
export async function listTurnos(
  { db, now, tienda }: Pick<Deps, 'db' | 'now' | 'tienda'>,
  alcance: number | null,
  nombre: string | undefined,
) {
  const shop = await tienda.read()
  const sucursal = nombre
    ? needLlamada(shop, nombre)
    : shop.sucursales.find(({ id }) => alcance === null || id === alcance)
  if (!sucursal) throw refuseField('sucursal', 'Esa sucursal no existe.')
  needPropia(alcance, sucursal.id, 'ver la caja de')
  const since = new Date(now().getTime() - FUERA_MS)
  const donde = { sucursal_id: sucursal.id, sinSucursal: alcance === null, since }
  const [abiertos, anteriores, fuera] = [
    await listAbiertos(db, sucursal.id),
    await listCerrados(db, sucursal.id, ANTERIORES),
    await movimientosFuera(db, donde, MOVIMIENTOS),
  ]
  return {
    sucursal: sucursal.nombre,
    abiertos: abiertos.map((turno) => filaOf(turno, sucursal.nombre)),
    anteriores: anteriores.map((turno) => filaOf(turno, sucursal.nombre)),
    fuera: await viewMovimientos(db, fuera),
  }
}

/** @throws 404 */
export async function viewTurno(
  { db, tienda }: Pick<Deps, 'db' | 'tienda'>,
  id: number,
): Promise<TurnoDetalle> {
  const turno = await findTurno(db, id)
  if (!turno) throw notFound('Ese turno no existe.')
  const sumas = await sumasOf(db, id)
  const sucursal = (await tienda.read()).sucursales.find((one) => one.id === turno.sucursal_id)
  const isOpen = turno.cerrado === null
  const sinMedio = sinMedioDe(sumas)
  return {
    ...filaOf(turno, sucursal?.nombre ?? ''),
    movimientos: await viewMovimientos(db, await rowsOf(db, id)),
    medios: mediosDe(sumas).map(({ centavos, ...medio }) => ({
      ...medio,
      importe: isOpen && medio.medio === 'efectivo' ? null : toPesos(centavos),
    })),
    // The sums by person would tell the expected cash by subtraction: an open shift shows only their number
    personas: personasOf(sumas).map(({ centavos, ...persona }) => ({
      ...persona,
      importe: isOpen ? null : toPesos(centavos),
    })),
    sin_medio: { cobros: sinMedio.cobros, importe: toPesos(sinMedio.centavos) },
    efectivo: isOpen ? null : viewEfectivo(sumas),
    billetes: turno.billetes ?? [],
    nota: turno.nota,
  }
}

/** The newest movements, and those before them that lack a means, which keeps the shift from being closed. */
async function rowsOf(db: Queryable, id: number): Promise<MovimientoCaja[]> {
  const newest = await movimientosDeTurno(db, id, MOVIMIENTOS)
  const last = newest.at(-1)?.id ?? 0
  const before = newest.length < MOVIMIENTOS ? [] : (await sinMedioOf(db, id)).filter((one) => one.id < last)
  return [...newest, ...before]
}

const filaOf = (turno: Turno, sucursal: string): TurnoFila => ({
  turno_id: turno.id,
  sucursal,
  caja: turno.caja,
  fondo: toPesos(turno.fondo),
  abierto: turno.abierto.toISOString(),
  abrio: turno.abrio,
  cerrado: turno.cerrado?.toISOString() ?? null,
  cerro: turno.cerro,
  esperado: toPesosOrNull(turno.esperado),
  contado: toPesosOrNull(turno.contado),
  diferencia:
    turno.contado === null || turno.esperado === null ? null : toPesos(turno.contado - turno.esperado),
  queda: toPesosOrNull(turno.queda),
})

export async function viewMovimientos(db: Queryable, rows: MovimientoCaja[]): Promise<MovimientoFila[]> {
  const ids = [...new Set(rows.flatMap(({ pedido_id }) => pedido_id ?? []))]
  const numeros = new Map((await findPedidos(db, ids)).map(({ id, numero }) => [id, numero]))
  return rows.map(({ id, cuando, tipo, medio, importe, motivo, quien, pedido_id, venta_id }) => ({
    id,
    tipo,
    medio,
    motivo,
    quien,
    pedido_id,
    venta_id,
    cuando: cuando.toISOString(),
    importe: toPesos(importe),
    numero: (pedido_id && numeros.get(pedido_id)) || null,
  }))
}
