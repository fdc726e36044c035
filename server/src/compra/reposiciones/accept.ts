// The counter accepts a file that the customer sent in place of another one.
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { paginasTexto } from '@imprimitodo/shared/rules/compra/aviso'
import { carillasOf } from '@imprimitodo/shared/rules/compra/hojas'
import type { Queryable } from '../../base/db/open.ts'
import type { LineaCobrada } from '../../base/db/schema/archivos.ts'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Quien } from '../../gestion/auditoria/service.ts'
import { lockImpresionesOf, redoImpresiones } from '../../taller/impresion/service.ts'
import {
  EXAMEN_WAIT_MS,
  findContenidos,
  type Linea,
  lineasOf,
  nameContenido,
  provePrueba,
  waitWhilePending,
} from '../archivos/service.ts'
import { lockPedido, type Pedido } from '../pedidos/service.ts'
import { noteReposicion, tellReposicion } from './ask.ts'
import { openOf, updateReposicion } from './store.ts'
import { imposiblesOf, isExamined, lacksColor, needsFiles, withNuevo } from './vista.ts'

type Which = { pedido_id: string; n: number; vez: number }

/** From now on the order is printed from the new file; its price stays. @throws 404, 409 */
export async function acceptReposicion(
  deps: Pick<Deps, 'db' | 'events' | 'files' | 'jobs' | 'log' | 'now' | 'pdf' | 'tienda'>,
  which: Which,
  quien: Quien,
): Promise<void> {
  await waitForLectura(deps, which)
  await deps.db.transaction(async (tx) => {
    await lockImpresionesOf(tx, which.pedido_id)
    const pedido = await lockPedido(tx, which.pedido_id)
    if (!pedido) throw notFound('Ese pedido no existe.')
    if (!needsFiles(pedido))
      throw refuse(
        409,
        `El pedido ${pedido.numero} ya no necesita archivos: no hay nada que aceptar.`,
        'pedido_cerrado',
      )
    const { linea, lineas, open, nuevo } = await needRecibida(tx, which)
    const { id, nombre, posicion, paginas: before } = linea.archivo
    const paginas = nuevo.paginas ?? 0
    await redoImpresiones(tx, deps, {
      pedido,
      before: lineas,
      after: withNuevo(lineas, id, nuevo),
      posicion,
      quien: quien.nombre,
      change: () =>
        nameContenido(tx, id, {
          id: nuevo.id,
          paginas,
          carillas: carillasOf({ ...linea.archivo, paginas }),
          cobrado: whatWasPriced(linea),
        }),
    })
    const cerrada = deps.now()
    await updateReposicion(tx, open.id, { estado: 'aceptada', nuevo_id: null, cerrada })
    const nota = `Se aceptó el archivo que mandó el cliente en lugar de «${nombre}» (${count(paginas, 'página')}; antes ${before}). El precio no cambió.`
    await tellReposicion(tx, deps, pedido, { quien: quien.nombre, nota })
    await noteReposicion(tx, cerrada, quien, { pedido, posicion }, 'recibida', 'aceptada', [before, paginas])
  })
}

const whatWasPriced = ({ archivo, contenido: { color_hasta, paginas_color } }: Linea): LineaCobrada =>
  archivo.cobrado ?? { paginas: archivo.paginas, color_hasta, paginas_color }

async function needRecibida(db: Queryable, { pedido_id, n, vez }: Which) {
  const lineas = await lineasOf(db, pedido_id)
  const linea = lineas.find(({ archivo }) => archivo.posicion === n - 1)
  if (!linea) throw notFound('Ese archivo no existe.')
  const [open] = await openOf(db, [linea.archivo.id])
  const [nuevo] = open?.nuevo_id ? await findContenidos(db, [open.nuevo_id]) : []
  if (!open || !nuevo)
    throw refuse(409, `No hay ningún archivo que aceptar en lugar de «${linea.archivo.nombre}».`)
  if (open.vez !== vez) throw refuse(409, 'Mientras tanto llegó otro archivo. Miralo antes de responder.')
  return { linea, lineas, open, nuevo }
}

/** Waits for the file's proof and colour count, which must precede its printing. @throws 409 */
async function waitForLectura(
  deps: Pick<Deps, 'db' | 'files' | 'log' | 'pdf' | 'tienda'>,
  which: Which,
): Promise<void> {
  const read = () => needRecibida(deps.db, which)
  const first = await read()
  provePrueba(deps, first.nuevo.id).catch((err) => deps.log.warn({ err }, 'proof, left to its job'))
  const { linea, nuevo } = await waitWhilePending(first, {
    until: Date.now() + EXAMEN_WAIT_MS,
    isPending: ({ linea, nuevo }) => !isExamined(linea.archivo, nuevo),
    read,
    tooSoon: ({ linea, nuevo }) =>
      refuse(
        409,
        'Todavía estamos revisando cómo salen sus páginas. Probá de nuevo en unos segundos.',
        lacksColor(linea.archivo, nuevo) ? 'color_pendiente' : 'prueba_pendiente',
      ),
  })
  needPrintable(linea, nuevo)
}

function needPrintable({ archivo }: Linea, nuevo: Linea['contenido']): void {
  const imposibles = imposiblesOf(archivo, nuevo)
  if (imposibles.length > 0)
    throw refuse(
      409,
      `El archivo que llegó en lugar de «${archivo.nombre}» no se puede imprimir (${paginasTexto(imposibles)}): pedilo de nuevo.`,
      'no_se_imprime',
    )
}

/** The bytes that wait for an answer. @throws 409 */
export async function recibidoOf(db: Queryable, pedido: Pedido, n: number): Promise<Linea['contenido']> {
  const linea = (await lineasOf(db, pedido.id)).find(({ archivo }) => archivo.posicion === n - 1)
  const [open] = linea ? await openOf(db, [linea.archivo.id]) : []
  const [nuevo] = open?.nuevo_id ? await findContenidos(db, [open.nuevo_id]) : []
  if (!nuevo) throw refuse(409, 'No hay ningún archivo que espere tu respuesta.')
  return nuevo
}
