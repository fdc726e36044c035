// Cuentas corrientes as the counter sees them.
import type {
  CuentaCorriente,
  CuentaCorrienteFila,
  MovimientoCuentaCorriente,
} from '@imprimitodo/shared/api/cuentas-corrientes'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { diasDelMes, disponibleOf, mesOf } from '@imprimitodo/shared/rules/dinero/cuenta-corriente'
import { instantsOf } from '@imprimitodo/shared/rules/gestion/reporte'
import type { Queryable } from '../../base/db/open.ts'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findPedidos } from '../../compra/pedidos/service.ts'
import { type Empleado, isEditableBy, isSeenBy } from './open-cuenta.ts'
import {
  type AutorizadoRow,
  autorizadosOf,
  type CuentaRow,
  findCuenta,
  listCuentas,
  type MovimientoCuentaRow,
  movimientosOf,
  saldoBefore,
} from './store.ts'

const MAX_CUENTAS = 500

export async function viewCuentas({ db, tienda }: Pick<Deps, 'db' | 'tienda'>, quien: Empleado, texto = '') {
  const found = await listCuentas(db, { alcance: quien.alcance, texto, limit: MAX_CUENTAS })
  const people = Map.groupBy(
    await autorizadosOf(
      db,
      found.map(({ id }) => id),
    ),
    ({ cuenta_id }) => cuenta_id,
  )
  const sucursales = await nombresDe({ tienda })
  return {
    cuentas: found.map((cuenta) => filaOf(cuenta, people.get(cuenta.id) ?? [], sucursales)),
    deben: toPesos(found.reduce((sum, { saldo }) => sum + Math.max(0, saldo), 0)),
    puede_abrir: quien.rol !== 'operador',
  }
}

type Nombres = ReadonlyMap<number, string>
const nombresDe = async ({ tienda }: Pick<Deps, 'tienda'>): Promise<Nombres> =>
  new Map((await tienda.read()).sucursales.map(({ id, nombre }) => [id, nombre]))

function filaOf(cuenta: CuentaRow, people: AutorizadoRow[], sucursales: Nombres): CuentaCorrienteFila {
  const { id, nombre, documento, sucursal_id, limite, saldo } = cuenta
  const suspendida = cuenta.suspendida !== null
  return {
    id,
    nombre,
    documento,
    suspendida,
    limite: toPesos(limite),
    saldo: toPesos(saldo),
    sucursal: sucursal_id === null ? null : (sucursales.get(sucursal_id) ?? null),
    disponible: toPesos(disponibleOf({ limite, saldo, suspendida })),
    autorizados: people.map((one) => ({ id: one.id, nombre: one.nombre, dni: one.dni })),
  }
}

/** A month of an account: centavos, the oldest movement first. */
export type Mes = {
  cuenta: CuentaRow
  /** 'YYYY-MM' */
  mes: string
  saldo_anterior: number
  movimientos: (MovimientoCuentaRow & { numero: number | null })[]
  saldo_final: number
}

export async function readMes(db: Queryable, cuenta: CuentaRow, mes: string): Promise<Mes> {
  const tramo = instantsOf(diasDelMes(mes))
  const rows = await movimientosOf(db, cuenta.id, tramo)
  const saldo_anterior = await saldoBefore(db, cuenta.id, tramo.from)
  const ids = [...new Set(rows.flatMap(({ pedido_id }) => pedido_id ?? []))]
  const numeros = new Map((await findPedidos(db, ids)).map(({ id, numero }) => [id, numero]))
  return {
    cuenta,
    mes,
    saldo_anterior,
    saldo_final: rows.at(-1)?.saldo ?? saldo_anterior,
    movimientos: rows.map((row) => ({
      ...row,
      numero: (row.pedido_id && numeros.get(row.pedido_id)) || null,
    })),
  }
}

/** @throws 404 unknown, or of another branch */
export async function findSeen(db: Queryable, id: number, quien: Empleado): Promise<CuentaRow> {
  const found = await findCuenta(db, id)
  if (!found || !isSeenBy(found, quien)) throw notFound('Esa cuenta corriente no existe.')
  return found
}

/** Read in one snapshot, so that all parts agree while sales are charged. @throws 404 */
export async function viewCuenta(
  { db, now, tienda }: Pick<Deps, 'db' | 'now' | 'tienda'>,
  quien: Empleado,
  id: number,
  mes: string = mesOf(dayOf(now())),
): Promise<CuentaCorriente> {
  const sucursales = await nombresDe({ tienda })
  return db.transaction(
    async (tx) => {
      const cuenta = await findSeen(tx, id, quien)
      const { movimientos, saldo_anterior, saldo_final } = await readMes(tx, cuenta, mes)
      const { condicion_iva, direccion, email, abierta } = cuenta
      return {
        ...filaOf(cuenta, await autorizadosOf(tx, [id]), sucursales),
        condicion_iva,
        direccion,
        email,
        abierta: abierta.toISOString(),
        mes,
        saldo_anterior: toPesos(saldo_anterior),
        saldo_final: toPesos(saldo_final),
        movimientos: movimientos.map(viewMovimiento),
        editable: isEditableBy(cuenta, quien),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

const viewMovimiento = (movimiento: Mes['movimientos'][number]): MovimientoCuentaCorriente => {
  const { id, cuando, tipo, importe, saldo, pedido_id, numero, retira, medio, referencia, motivo, quien } =
    movimiento
  return {
    id,
    tipo,
    pedido_id,
    numero,
    retira,
    medio,
    referencia,
    motivo,
    quien,
    cuando: cuando.toISOString(),
    importe: toPesos(importe),
    saldo: toPesos(saldo),
  }
}
