// The customer sends a file again.
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { paginasProblems, refusalMessage } from '@imprimitodo/shared/rules/compra/archivo'
import { rangoPaginasProblem } from '@imprimitodo/shared/rules/compra/paginas'
import type { Tx } from '../../base/db/open.ts'
import { refuse } from '../../base/http/errors.ts'
import type { Sender } from '../../base/http/visitor.ts'
import { PdfRefused } from '../../base/pdf/port.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Received } from '../../base/services/files/port.ts'
import { lockImpresionesOf, resumeDetenidas } from '../../taller/impresion/service.ts'
import {
  findContenidos,
  insertContenidos,
  inspectArchivo,
  type Linea,
  lineasOf,
  lockContenidos,
  newContenido,
  newContenidoId,
} from '../archivos/service.ts'
import { lockPedido, type Pedido, refuseArchivos } from '../pedidos/service.ts'
import { noteReposicion, tellReposicion } from './ask.ts'
import { lastReposicionOf, type Reposicion, repairEverywhere, updateReposicion } from './store.ts'
import { estadoReposicionOf, needPedida, needsFiles } from './vista.ts'

const CUSTOMER = { id: null, nombre: 'cliente' }

type Arrived = { received: Received; sender: Sender; signal: AbortSignal }
type Contenido = Linea['contenido']

/** Before the first byte is read. @throws 404, 409 */
export async function needWanted(deps: Pick<Deps, 'db'>, pedido_id: string, n: number): Promise<Pedido> {
  const { pedido, last } = await needPedida(deps.db, pedido_id, n)
  needOpen(pedido, last)
  return pedido
}

function needOpen(pedido: Pedido, last: Reposicion | undefined): asserts last is Reposicion {
  if (!needsFiles(pedido))
    throw refuse(
      409,
      `Tu pedido ${pedido.numero} ya no necesita este archivo: no hace falta que lo mandes.`,
      'pedido_cerrado',
    )
  if (!last || last.cerrada)
    throw refuse(409, 'Ese archivo ya lo tenemos: no hace falta que lo mandes de nuevo. ¡Gracias!')
}

/**
 * The same bytes as the lost ones replace them at once, in every order that names them; other bytes wait for
 * the counter. Sent twice it answers the same. @throws Refusal 400 {archivos: [..]}, 404, 409
 * @returns the ids of bytes that no order needs now
 */
export async function receiveReposicion(
  deps: Pick<Deps, 'db' | 'events' | 'jobs' | 'now' | 'pdf' | 'tienda'>,
  { pedido_id, n }: { pedido_id: string; n: number },
  arrived: Arrived,
): Promise<string[]> {
  const { pedido, linea } = await needPedida(deps.db, pedido_id, n)
  if ((await arrived.received.sha256()) === linea.contenido.sha256) {
    const copy = { ...linea.contenido, id: newContenidoId(), danado: null, revisado: null }
    return save(deps, { pedido, n }, arrived, copy)
  }
  const nuevo = await inspect(deps, pedido, linea, arrived)
  return save(deps, { pedido, n }, arrived, nuevo)
}

/** @throws 400 {archivos} naming the file as the order does */
async function inspect(
  deps: Pick<Deps, 'db' | 'pdf' | 'tienda'>,
  { id: pedido_id }: Pedido,
  { archivo }: Linea,
  { received, sender: { origen }, signal }: Arrived,
): Promise<Contenido> {
  const { limites } = (await deps.tienda.read()).ajustes
  const found = await inspectArchivo(deps, received.path, { origen, signal })
  if (found instanceof PdfRefused)
    throw refuseArchivos([refusalMessage(archivo.nombre, found.reason, limites.paginas_archivo)])
  const lineas = await lineasOf(deps.db, pedido_id)
  const pages = lineas.map(({ archivo: { id, nombre, paginas } }) => ({
    nombre,
    paginas: id === archivo.id ? found.pages : paginas,
  }))
  const outside = rangoPaginasProblem(archivo.rango, found.pages)
  const problems = [
    ...paginasProblems(pages, limites),
    ...(outside ? [`«${archivo.nombre}»: ${outside}`] : []),
  ]
  if (problems.length > 0) throw refuseArchivos(problems)
  return newContenido(newContenidoId(), received, found)
}

async function save(
  deps: Pick<Deps, 'db' | 'events' | 'jobs' | 'now'>,
  { pedido: { id: pedido_id }, n }: { pedido: Pedido; n: number },
  { received, sender }: Arrived,
  contenido: Contenido,
): Promise<string[]> {
  await received.prepare(contenido.id)
  return deps.db.transaction(async (tx) => {
    await lockImpresionesOf(tx, pedido_id)
    const pedido = await lockPedido(tx, pedido_id)
    const linea = (await lineasOf(tx, pedido_id)).find(({ archivo }) => archivo.posicion === n - 1)
    if (!pedido || !linea) throw refuse(409, 'Ese pedido cambió. Volvé a abrir el enlace.')
    // Two customers who send the same bytes for two orders: the second one finds them kept
    await lockContenidos(tx, [linea.contenido.id])
    const [kept] = await findContenidos(tx, [linea.contenido.id])
    const last = await lastReposicionOf(tx, linea.archivo.id)
    const isSame = contenido.sha256 === linea.contenido.sha256
    if (isSame && (last?.cerrada || !kept?.danado)) return []
    needOpen(pedido, last)
    const [waiting] = last.nuevo_id ? await findContenidos(tx, [last.nuevo_id]) : []
    if (waiting && waiting.sha256 === contenido.sha256) return []
    const now = deps.now()
    await insertContenidos(tx, [{ ...contenido, ...sender, creado: now }])
    const blank = { pedido, linea, last }
    const dropped = isSame
      ? await replace(tx, deps, blank, contenido)
      : await wait(tx, deps, blank, contenido)
    // Last, and before the commit: no row names bytes that are not there
    await received.keep(contenido.id)
    return dropped
  })
}

type Blank = { pedido: Pedido; linea: Linea; last: Reposicion }

async function replace(
  tx: Tx,
  deps: Pick<Deps, 'events' | 'jobs' | 'now'>,
  { pedido, linea, last }: Blank,
  { id }: Contenido,
) {
  const { nombre, posicion } = linea.archivo
  const now = deps.now()
  const dropped = await repairEverywhere(tx, linea.contenido.id, id, now)
  await resumeDetenidas(tx, deps, pedido)
  const nota = `El cliente mandó de nuevo «${nombre}»: es el mismo archivo y ya se puede imprimir.`
  await tellReposicion(tx, deps, pedido, { quien: 'cliente', nota })
  await noteReposicion(tx, now, CUSTOMER, { pedido, posicion }, estadoReposicionOf(last), 'repuesta')
  return dropped
}

async function wait(
  tx: Tx,
  deps: Pick<Deps, 'events' | 'jobs' | 'now'>,
  { pedido, linea, last }: Blank,
  { id, paginas }: Contenido,
) {
  const { nombre, posicion, color } = linea.archivo
  const now = deps.now()
  await updateReposicion(tx, last.id, {
    estado: 'recibida',
    nuevo_id: id,
    recibida: now,
    vez: last.vez + 1,
  })
  await deps.jobs.send(tx, 'prueba', { contenido_id: id })
  if (color === 'color') await deps.jobs.send(tx, 'color', { contenido_id: id })
  const nota = `El cliente mandó otro archivo en lugar de «${nombre}» (${count(paginas ?? 0, 'página')}; el del pedido tiene ${linea.archivo.paginas}). Hay que aceptarlo.`
  await tellReposicion(tx, deps, pedido, { quien: 'cliente', nota })
  const pages: [number, number] = [linea.archivo.paginas, paginas ?? 0]
  await noteReposicion(tx, now, CUSTOMER, { pedido, posicion }, estadoReposicionOf(last), 'recibida', pages)
  return last.nuevo_id ? [last.nuevo_id] : []
}
