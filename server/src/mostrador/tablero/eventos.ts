import type { FastifyInstance, FastifyReply } from 'fastify'
import { createStreams } from '../../base/http/sse.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { isOfSucursal } from '../../base/runtime/events.ts'
import { alcanceOf, type SesionesMostrador, type SesionMostrador } from '../acceso/service.ts'

/**
 * Live changes: new `confirmado` orders and every change of state, each with its `pedido_id` and `estado`.
 * Other events have a `tipo` and no `estado`: 'impresion' (printers and their works), 'tomado', 'recepcion'
 * (files came to the person's own sale), and 'todo' after a time in which this process received no events:
 * the screen reads everything again. A person of one branch gets events of its orders and its printers alone.
 */
export function createEventosDelTablero(
  app: FastifyInstance,
  deps: Pick<Deps, 'events' | 'now'>,
  sesiones: SesionesMostrador,
) {
  const stream = createStreams(app)
  return (sesion: SesionMostrador, reply: FastifyReply): FastifyReply => {
    const { operador } = sesion
    const alcance = alcanceOf(operador)
    return stream(reply, {
      listen(tell, check) {
        const stops = [
          deps.events.listen('pedidos', (event) => {
            if (alcance === null || event.sucursal === operador.sucursal) tell(event)
          }),
          deps.events.listen('impresion', (event) => {
            if (alcance === null || isOfSucursal(event, alcance)) tell({ tipo: 'impresion' })
          }),
          deps.events.onMissed(() => tell({ tipo: 'todo' })),
          deps.events.listen('sesiones', ({ cuenta, id }) => {
            if (cuenta === 'operador' && id === operador.id) check()
          }),
          // A branch has another name, or a second factor is demanded
          deps.events.listen('ajustes', check),
          deps.events.listen('tomados', ({ pedido_id, sucursal_id }) => {
            if (alcance === null || sucursal_id === alcance) tell({ tipo: 'tomado', pedido_id })
          }),
          deps.events.listen('recepciones', ({ recepcion_id, operador_id }) => {
            if (operador_id === operador.id) tell({ tipo: 'recepcion', recepcion_id })
          }),
        ]
        return () => {
          for (const stop of stops) stop()
        }
      },
      isAlive: () => sesiones.isAlive(sesion),
      lives: sesion.vence.getTime() - deps.now().getTime(),
    })
  }
}
