// Charges a sale to a cuenta corriente, and takes a refund off again, in the transaction of the sale or the
// refund.
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { cargoProblem, disponibleOf } from '@imprimitodo/shared/rules/dinero/cuenta-corriente'
import type { CargoA } from '@imprimitodo/shared/rules/dinero/venta'
import type { Tx } from '../../base/db/open.ts'
import { refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Quien } from '../../gestion/auditoria/service.ts'
import {
  autorizadosOf,
  type CuentaRow,
  findMovimientoCuentaByClave,
  insertMovimientoCuenta,
  lockCuenta,
} from './store.ts'

type Cargo = {
  cuenta_corriente: CargoA | null | undefined
  /** Above 0. */
  centavos: number
  pedido_id: string
  /** The id of the order's payment. */
  pago_id: string
  quien: Quien
  /** The branch of the sale. */
  sucursal_id: number
}

const claveOf = (pagoId: string): string => `cargo:${pagoId}`

/**
 * Charges under the account's lock, so that two sales at once never pass its limit. Called last but for the
 * till.
 * @throws 400 {pagos: [..]} another branch's account, suspended, above the limit, or taken by a person who
 * may not
 */
export async function chargeCuentaCorriente(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { cuenta_corriente, centavos, pedido_id, pago_id, quien, sucursal_id }: Cargo,
): Promise<void> {
  if (!cuenta_corriente) throw new Error('A charge names its account.')
  const cuenta = await lockCuenta(tx, cuenta_corriente.id)
  if (!cuenta) throw refuseField('pagos', 'Esa cuenta corriente no existe.')
  if (cuenta.sucursal_id !== null && cuenta.sucursal_id !== sucursal_id)
    throw refuseField('pagos', 'Esa cuenta corriente es de otra sucursal.', 'otra_sucursal')
  const people = await autorizadosOf(tx, [cuenta.id])
  const retira = people.find(({ id }) => id === cuenta_corriente.autorizado_id)
  if (!retira) throw refuseField('pagos', `Esa persona no puede retirar a cuenta de ${cuenta.nombre}.`)
  needDisponible(cuenta, centavos)
  await insertMovimientoCuenta(tx, cuenta, {
    tipo: 'cargo',
    importe: centavos,
    pedido_id,
    retira: retira.nombre,
    clave: claveOf(pago_id),
    sucursal_id,
    operador_id: quien.id,
    quien: quien.nombre,
    cuando: now(),
  })
}

function needDisponible({ suspendida, ...cuenta }: CuentaRow, centavos: number): void {
  const estado = { ...cuenta, suspendida: suspendida !== null }
  const problem = cargoProblem(estado, centavos)
  if (problem === 'suspendida')
    throw refuseField(
      'pagos',
      `La cuenta corriente de ${cuenta.nombre} está suspendida: no se le puede cargar nada.`,
      'cuenta_suspendida',
    )
  if (problem !== 'limite') return
  const disponible = disponibleOf(estado)
  throw refuseField(
    'pagos',
    disponible > 0
      ? `A la cuenta corriente de ${cuenta.nombre} se le pueden cargar hasta ${formatCentavos(disponible)}.`
      : `La cuenta corriente de ${cuenta.nombre} llegó a su límite: no se le puede cargar nada más.`,
    'cuenta_al_limite',
  )
}

/**
 * Takes a refund of a payment off its account, also off a suspended one. Once for each refund.
 */
export async function returnToCuentaCorriente(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  devolucion: {
    id: number
    pago_id: string
    /** Centavos, above 0. */
    importe: number
    pedido_id: string
    motivo: string
    sucursal_id: number | null
    operador_id: number | null
    quien: string
  },
): Promise<void> {
  const { id, pago_id, importe, pedido_id, motivo, sucursal_id, operador_id, quien } = devolucion
  const cargo = await findMovimientoCuentaByClave(tx, claveOf(pago_id))
  const cuenta = cargo && (await lockCuenta(tx, cargo.cuenta_id))
  if (!cuenta) throw new Error('What was charged to an account names it.')
  await insertMovimientoCuenta(tx, cuenta, {
    tipo: 'devolucion',
    importe: -importe,
    pedido_id,
    motivo,
    clave: `devolucion:${id}`,
    sucursal_id,
    operador_id,
    quien,
    cuando: now(),
  })
}
