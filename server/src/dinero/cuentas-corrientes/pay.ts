// Payments of a cuenta corriente at the counter, written into its ledger and the till at once.
import type { PagoCuentaForm } from '@imprimitodo/shared/api/cuentas-corrientes'
import { formatCentavos, toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type * as z from 'zod'
import { refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { needLlamada, needPropia } from '../../gestion/sucursales/service.ts'
import { noteInCaja } from '../caja/service.ts'
import { type Empleado, needCuenta } from './open-cuenta.ts'
import {
  type CuentaRow,
  findMovimientoCuentaByClave,
  insertMovimientoCuenta,
  type MovimientoCuentaRow,
} from './store.ts'

type Pago = z.output<typeof PagoCuentaForm>

/**
 * Once for each `key` of one person; without a key each call is a payment. At most what is owed: only refunds
 * make credit.
 * @throws 400 by field; 403 of another branch; 404; 409 the key belongs to another payment
 */
export async function payCuentaCorriente(
  deps: Pick<Deps, 'db' | 'now' | 'tienda'>,
  quien: Empleado,
  id: number,
  { key, ...pago }: Pago & { key: string | null },
): Promise<{ movimiento_id: number; importe: number; saldo: number }> {
  const named = await namedSucursal(deps, quien, pago)
  const clave = `pago:${quien.id}:${key ?? crypto.randomUUID()}`
  return deps.db.transaction(async (tx) => {
    const cuenta = await needCuenta(tx, id, quien)
    const before = await findMovimientoCuentaByClave(tx, clave)
    if (before) return answerOf(sameAs(before, id, pago))
    needOwed(cuenta, toCentavos(pago.importe))
    const sucursal_id = named ?? cuenta.sucursal_id
    const cuando = deps.now()
    const { medio, referencia } = pago
    const made = await insertMovimientoCuenta(tx, cuenta, {
      tipo: 'pago',
      importe: -toCentavos(pago.importe),
      medio,
      referencia,
      clave,
      sucursal_id,
      operador_id: quien.id,
      quien: quien.nombre,
      cuando,
    })
    if (!made) throw new Error('A payment under the lock of its account is written once.')
    // The shift is locked last, so that its closing never waits for this transaction's other locks
    await noteInCaja(tx, {
      tipo: 'pago_cuenta',
      medio,
      importe: toCentavos(pago.importe),
      motivo: cuenta.nombre,
      clave: `pago_cuenta:${made.id}`,
      sucursal_id,
      operador_id: quien.id,
      quien: quien.nombre,
      cuando,
    })
    return answerOf(made)
  })
}

/** The named branch, else the person's own; null: neither. @throws 400, 403 */
async function namedSucursal(
  { tienda }: Pick<Deps, 'tienda'>,
  { alcance }: Empleado,
  { sucursal }: Pago,
): Promise<number | null> {
  if (!sucursal) return alcance
  const { id } = needLlamada(await tienda.read(), sucursal)
  needPropia(alcance, id, 'cobrar en')
  return id
}

function needOwed({ nombre, saldo }: CuentaRow, centavos: number): void {
  if (saldo <= 0) throw refuseField('importe', `${nombre} no debe nada.`)
  if (centavos > saldo)
    throw refuseField('importe', `${nombre} debe ${formatCentavos(saldo)}: no se le puede cobrar más.`)
}

/** @throws 409 */
function sameAs(
  before: MovimientoCuentaRow,
  id: number,
  { importe, medio, referencia }: Pago,
): MovimientoCuentaRow {
  const isSame =
    before.cuenta_id === id &&
    before.importe === -toCentavos(importe) &&
    before.medio === medio &&
    before.referencia === referencia
  if (!isSame) throw refuse(409, 'Ese pago ya se cargó con otros datos. Fijate en la cuenta corriente.')
  return before
}

const answerOf = ({ id, importe, saldo }: MovimientoCuentaRow) => ({
  movimiento_id: id,
  importe: toPesos(-importe),
  saldo: toPesos(saldo),
})
