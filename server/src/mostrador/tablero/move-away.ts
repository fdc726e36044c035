// An order moves to another branch, which makes it and hands it over: no toner or paper here, or the customer
// asked for it.
import type { Tx } from '../../base/db/open.ts'
import { refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps, Sucursal } from '../../base/runtime/deps.ts'
import { lineasOf } from '../../compra/archivos/service.ts'
import {
  insertHistorial,
  lockEnMostrador,
  mailMudado,
  missingHojas,
  type Pedido,
  promise,
  tellState,
  updatePedido,
} from '../../compra/pedidos/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import type { Quien } from '../../gestion/auditoria/service.ts'
import { queueCorreo } from '../../gestion/correos/service.ts'
import { findSucursal, needSucursal } from '../../gestion/sucursales/service.ts'
import { countVivas } from '../../taller/impresion/service.ts'
import { needSuelto, type QuienSigue } from '../tomado/service.ts'

/**
 * No clerk of the new branch has it in hand, and it gets a new promised hour. The customer is told by mail.
 * @throws 400 {sucursal: [..]}; 404; 409 if it is not to be made, has works at a printer here, or as of
 * `needSuelto`
 */
export async function movePedidoAway(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  id: string,
  nombre: string,
  by: Quien & QuienSigue,
): Promise<void> {
  const quien = by.nombre
  await deps.db.transaction(async (tx) => {
    const pedido = await lockEnMostrador(tx, id)
    const to = await needSucursal(tx, nombre)
    if (to.id === pedido.sucursal_id) return
    await needMovable(tx, pedido, to, { by, now: deps.now() })
    const { estado, modo_entrega } = pedido
    const from = await findSucursal(tx, pedido.sucursal_id ?? 0)
    const cuando = deps.now()
    const prometido = await promise(tx, deps, pedido, to, cuando)
    const moved = await updatePedido(tx, id, {
      sucursal_id: to.id,
      prometido,
      nueva_hora: null,
      tocado: cuando,
      // Its shelf is in the branch that it leaves
      tomado: null,
      tomado_por: null,
      estante: null,
      partes_listas: [],
      // Measured from there; the pin is not kept
      distancia_m: null,
      distancia_estimada: false,
    })
    const nota = notaOf(pedido, from?.nombre ?? 'ninguna sucursal', to.nombre)
    const desde_sucursal = pedido.sucursal_id
    await insertHistorial(tx, { pedido_id: id, estado, cuando, quien, nota, desde_sucursal })
    if (modo_entrega === 'retiro') await queueCorreo(tx, deps, mailMudado(moved, to, deps, cuando))
    if (estado === 'pagado') await deps.jobs.send(tx, 'imprimir_pedido', { pedido_id: id })
    await deps.events.tell(tx, 'tomados', { pedido_id: id, sucursal_id: pedido.sucursal_id })
    await tellState(tx, deps, moved, to)
  })
}

function notaOf({ distancia_m }: Pedido, from: string, to: string): string {
  const nota = `Pasó de ${from} a ${to}.`
  if (distancia_m === null) return nota
  const km = (distancia_m / 1000).toLocaleString('es-AR', { maximumFractionDigits: 1 })
  return `${nota} La entrega es a ${km} km de ${from}.`
}

/** @throws 400 {sucursal: [..]}, 409 */
async function needMovable(
  tx: Tx,
  pedido: Pedido,
  to: Sucursal,
  { by, now }: { by: QuienSigue; now: Date },
): Promise<void> {
  const { id, estado, numero } = pedido
  if (estado !== 'pagado' && estado !== 'en_produccion')
    throw refuse(409, `El pedido ${numero} no está por producirse: ya no se pasa a otra sucursal.`)
  await needSuelto(tx, pedido, by, now)
  if ((await countVivas(tx, id)) > 0)
    throw refuse(409, `El pedido ${numero} tiene trabajos en la impresora: terminalos o cancelalos antes.`)
  const archivos = (await lineasOf(tx, id)).map(({ archivo }) => archivo)
  const missing = missingHojas({ ajustes: await readAjustes(tx) }, to, archivos)
  if (missing.length > 0)
    throw refuseField('sucursal', `En ${to.nombre} no imprimimos en hojas ${missing.join(' ni ')}.`)
}
