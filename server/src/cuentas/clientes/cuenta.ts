// Ley 25.326: the customer downloads the personal data, and deletes the account.

import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  anonymiseClosed,
  areAllPropios,
  exportPropios,
  forgetCliente,
  lockPropios,
} from '../../compra/pedidos/service.ts'
import { deleteSuscripcionesOf } from '../../compra/suscripciones/service.ts'
import { exportFacturas } from '../../dinero/facturas/service.ts'
import { allCodigosOf, cuentasOfCodigos } from '../../fidelidad/codigos/service.ts'
import { exportMovimientos, forgetGanados, returnUnitsOf } from '../../fidelidad/puntos/service.ts'
import { deleteCorreosLike, queueCorreo } from '../../gestion/correos/service.ts'
import { forgetNavegadores } from '../../gestion/seguridad/service.ts'
import {
  type ClienteRow,
  cuentaOf,
  deleteCliente,
  findCliente,
  lockClientes,
  pendienteOf,
  type Sesion,
} from '../auth/service.ts'
import { claveDeEnlace } from './enlaces.ts'
import { mailCuentaEliminada } from './mails.ts'
import { needPassword, wrongPassword } from './perfil.ts'

/** Everything kept about the person, except secrets. */
export async function exportAccount(
  { db, now, publicUrl }: Pick<Deps, 'db' | 'now' | 'publicUrl'>,
  { cliente }: Sesion,
) {
  const { email, nombre, celular, dni, fecha_nacimiento, creado, activado } = cliente
  return {
    generado: now(),
    cuenta: {
      email,
      email_pendiente: pendienteOf(cliente),
      nombre,
      celular,
      dni,
      fecha_nacimiento,
      fecha_registro: dayOf(creado),
      activada: activado,
    },
    pedidos: await exportPropios(db, cliente.id),
    facturas: await exportFacturas(db, cliente.id, publicUrl),
    puntos: await exportMovimientos(db, cliente.id),
    codigos: (await allCodigosOf(db, cliente.id)).map(
      ({ codigo, tipo, producto_nombre, hojas, porcentaje, creado, vence, usado }) => ({
        codigo,
        tipo,
        producto_nombre,
        hojas,
        porcentaje,
        creado,
        vence,
        usado,
      }),
    ),
  }
}

/** Deletes the account with all its sessions. @throws 400 {password: [..]} */
export async function deleteAccount(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'files' | 'jobs' | 'now' | 'publicUrl'>,
  cliente: ClienteRow,
  password: string,
): Promise<void> {
  const { id, email } = cliente
  await needPassword(cliente, password)
  const deleteIn = async (tx: Tx): Promise<boolean> => {
    const pedidos = await lockPropios(tx, id)
    await lockClientes(tx, [id, ...(await cuentasOfCodigos(tx, { pedidos }))])
    const own = await findCliente(tx, id)
    if (!own) return true // another click was faster
    // An order that the account got before it was locked: its own lock must come first
    if (!(await areAllPropios(tx, id, pedidos))) return false
    if (own.password_hash !== cliente.password_hash) throw wrongPassword() // changed while we compared it
    await forgetCliente(tx, deps, id)
    await deleteCorreosLike(tx, claveDeEnlace(id, ''))
    await forgetNavegadores(tx, cuentaOf({ id }))
    await returnUnitsOf(tx, deps, id)
    await forgetGanados(tx, id)
    await deleteCliente(tx, id)
    await queueCorreo(tx, deps, mailCuentaEliminada({ clave: `cuenta-eliminada:${id}`, para: email }))
    return true
  }
  while (!(await deps.db.transaction(deleteIn)));
  await anonymiseClosed(deps, deleteSuscripcionesOf)
}
