// Opening and changing cuentas corrientes, by the owner and by managers; every change stands in Cambios.
import type {
  AutorizadoForm,
  CuentaCorrienteCambio,
  CuentaCorrienteForm,
} from '@imprimitodo/shared/api/cuentas-corrientes'
import { toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Rol } from '@imprimitodo/shared/rules/mostrador/rol'
import type * as z from 'zod'
import type { Tx } from '../../base/db/open.ts'
import { notFound, refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import { needLlamada, needPropia } from '../../gestion/sucursales/service.ts'
import {
  autorizadosOf,
  type CuentaRow,
  deleteAutorizado,
  insertAutorizado,
  insertCuenta,
  insertMovimientoCuenta,
  isCuentaNombreTaken,
  lockCuenta,
  updateCuenta,
} from './store.ts'

type Having = Pick<Deps, 'db' | 'now' | 'tienda'>
/** `alcance`: the one branch that they work for; null: all. */
export type Empleado = Quien & { rol: Rol; alcance: number | null }

const GONE = 'Esa cuenta corriente no existe.'

/** Whether the account belongs to the person's branch or to all branches. */
export const isSeenBy = ({ sucursal_id }: CuentaRow, { alcance }: Pick<Empleado, 'alcance'>): boolean =>
  alcance === null || sucursal_id === null || sucursal_id === alcance

/** An account of all branches is changed by the owner, and by managers who work for all. */
export const isEditableBy = ({ sucursal_id }: CuentaRow, { rol, alcance }: Empleado): boolean =>
  rol === 'dueno' || (rol === 'encargado' && (alcance === null || sucursal_id === alcance))

/** The account, locked. @throws 404 */
export async function needCuenta(tx: Tx, id: number, quien: Pick<Empleado, 'alcance'>): Promise<CuentaRow> {
  const found = await lockCuenta(tx, id)
  if (!found || !isSeenBy(found, quien)) throw notFound(GONE)
  return found
}

async function needEditable(tx: Tx, id: number, quien: Empleado): Promise<CuentaRow> {
  const found = await needCuenta(tx, id, quien)
  if (!isEditableBy(found, quien))
    throw refuse(403, 'Esa cuenta corriente es de todas las sucursales: la cambia el dueño.', 'otra_sucursal')
  return found
}

/** Null: all branches. @throws 400 {sucursal: [..]}; 403 another branch than the person's own */
async function sucursalOf(
  { tienda }: Pick<Deps, 'tienda'>,
  nombre: string | null,
  { alcance }: Empleado,
): Promise<number | null> {
  const id = nombre === null ? null : needLlamada(await tienda.read(), nombre).id
  needPropia(alcance, id, 'abrir cuentas corrientes de')
  return id
}

const TAKEN = 'Ya hay una cuenta corriente con ese nombre.'

/** @returns its id @throws 400 by field; 403 of another branch */
export async function openCuentaCorriente(
  deps: Having,
  quien: Empleado,
  form: z.output<typeof CuentaCorrienteForm>,
): Promise<number> {
  const { autorizado: nombre, dni, saldo_inicial, sucursal, limite, ...datos } = form
  const autorizado = { nombre, dni }
  const sucursal_id = await sucursalOf(deps, sucursal, quien)
  return deps.db.transaction(async (tx) => {
    if (await isCuentaNombreTaken(tx, datos.nombre, null)) throw refuseField('nombre', TAKEN)
    const cuando = deps.now()
    const cuenta = await insertCuenta(tx, {
      ...datos,
      sucursal_id,
      limite: toCentavos(limite),
      abierta: cuando,
    })
    await insertAutorizado(tx, { ...autorizado, cuenta_id: cuenta.id, agregado: cuando })
    if (saldo_inicial > 0)
      await insertMovimientoCuenta(tx, cuenta, {
        tipo: 'inicial',
        importe: toCentavos(saldo_inicial),
        clave: `inicial:${cuenta.id}`,
        sucursal_id,
        operador_id: quien.id,
        quien: quien.nombre,
        cuando,
      })
    await noteCambio(tx, quien, cuando, {
      que: 'cuenta_corriente',
      clave: cuenta.id,
      nombre: cuenta.nombre,
      despues: {
        ...(await cosaOf(deps, cuenta)),
        autorizado: personaText(autorizado),
        saldo_inicial,
      },
    })
    return cuenta.id
  })
}

/** The account as Cambios shows it, in pesos. */
async function cosaOf(
  { tienda }: Pick<Deps, 'tienda'>,
  { nombre, documento, condicion_iva, direccion, email, limite, suspendida, sucursal_id }: CuentaRow,
) {
  const { sucursales } = await tienda.read()
  return {
    nombre,
    documento,
    condicion_iva,
    direccion,
    email,
    limite: toPesos(limite),
    sucursal: sucursales.find(({ id }) => id === sucursal_id)?.nombre ?? 'Todas',
    suspendida: suspendida !== null,
  }
}

/** @throws 400 by field; 403; 404 */
export async function changeCuentaCorriente(
  deps: Having,
  quien: Empleado,
  id: number,
  { sucursal, limite, suspendida, ...datos }: z.output<typeof CuentaCorrienteCambio>,
): Promise<void> {
  const sucursal_id = sucursal === undefined ? undefined : await sucursalOf(deps, sucursal, quien)
  await deps.db.transaction(async (tx) => {
    // The lock on the name comes before the row's: a transaction that waits for it blocks no charge
    const isTaken = datos.nombre !== undefined && (await isCuentaNombreTaken(tx, datos.nombre, id))
    const before = await needEditable(tx, id, quien)
    if (isTaken) throw refuseField('nombre', TAKEN)
    const cuando = deps.now()
    const change: Partial<CuentaRow> = {
      ...datos,
      ...(sucursal_id !== undefined && { sucursal_id }),
      ...(limite !== undefined && { limite: toCentavos(limite) }),
      ...(suspendida !== undefined && { suspendida: suspendida ? (before.suspendida ?? cuando) : null }),
    }
    await updateCuenta(tx, id, change)
    const after = { ...before, ...change }
    await noteCambio(tx, quien, cuando, {
      que: 'cuenta_corriente',
      clave: id,
      nombre: after.nombre,
      antes: await cosaOf(deps, before),
      despues: await cosaOf(deps, after),
    })
  })
}

const personaText = ({ nombre, dni }: { nombre: string; dni: string | null }): string =>
  dni ? `${nombre} (DNI ${dni})` : nombre

/** @throws 400 {nombre: [..]} already authorised; 403; 404 */
export async function addAutorizado(
  { db, now }: Having,
  quien: Empleado,
  id: number,
  autorizado: z.output<typeof AutorizadoForm>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const cuenta = await needEditable(tx, id, quien)
    const people = await autorizadosOf(tx, [id])
    if (people.some(({ nombre, dni }) => sameText(nombre, autorizado.nombre) && dni === autorizado.dni))
      throw refuseField('nombre', `${autorizado.nombre} ya puede retirar.`)
    if (people.length >= MAX_AUTORIZADOS)
      throw refuseField('nombre', `Son demasiadas personas: hasta ${MAX_AUTORIZADOS}.`)
    const cuando = now()
    await insertAutorizado(tx, { ...autorizado, cuenta_id: id, agregado: cuando })
    await noteCambio(tx, quien, cuando, {
      que: 'cuenta_corriente',
      clave: id,
      nombre: cuenta.nombre,
      accion: 'cambiar',
      despues: { autorizado: personaText(autorizado) },
    })
  })
}

const MAX_AUTORIZADOS = 50
const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** @throws 403; 404; 409 the account's last autorizado */
export async function removeAutorizado(
  { db, now }: Having,
  quien: Empleado,
  id: number,
  autorizadoId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const cuenta = await needEditable(tx, id, quien)
    const people = await autorizadosOf(tx, [id])
    const found = people.find((one) => one.id === autorizadoId)
    if (!found) throw notFound('Esa persona ya no está en la cuenta corriente.')
    if (people.length === 1)
      throw refuse(409, 'Es la única persona que puede retirar: agregá otra antes, o suspendé la cuenta.')
    const cuando = now()
    await deleteAutorizado(tx, autorizadoId, cuando)
    await noteCambio(tx, quien, cuando, {
      que: 'cuenta_corriente',
      clave: id,
      nombre: cuenta.nombre,
      accion: 'cambiar',
      antes: { autorizado: personaText(found) },
    })
  })
}
