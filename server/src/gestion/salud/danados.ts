// Customers' files that are missing or changed: the message, and what to do.
import type { Asunto } from '@imprimitodo/shared/api/salud'
import { asunto, bien, since } from './asunto.ts'
import type { CIFRAS, Found } from './store.ts'

type Danado = NonNullable<Found<typeof CIFRAS>['archivos']>[number]

/** One message for each order, since a clerk repairs order by order. */
export function danados(found: Danado[], now: number): Asunto[] {
  if (found.length === 0)
    return [bien('archivos', 'Archivos de los clientes', 'Están como llegaron los que se van a imprimir.')]
  return [...new Set(found.map(({ numero }) => numero))].map((numero) => {
    const suyos = found.filter((danado) => danado.numero === numero)
    const [{ pedido_id = '', sucursal = null } = {}] = suyos
    const isWaiting = suyos.every(({ pedida, recibida }) => pedida !== null && !recibida)
    const isToAsk = suyos.some(({ pedida }) => pedida === null)
    return asunto({
      cual: `archivos:${numero}`,
      titulo: `Archivos del pedido ${numero}`,
      estado: isWaiting ? 'atencion' : 'urgente',
      detalle: suyos.map((danado) => danadoText(danado, now)).join(' '),
      hacer: isToAsk
        ? 'Pedíselo al cliente desde acá, o traelo del último respaldo bueno. Mirá también si el disco falla.'
        : isWaiting
          ? 'El cliente lo manda desde el enlace del mail. Si no contesta, escribile por WhatsApp desde el pedido.'
          : 'Miralo en el pedido y aceptalo, o pedilo de nuevo.',
      pedir: isToAsk ? pedido_id : null,
      sucursal,
      enlace: `/mostrador/pedidos/${pedido_id}`,
    })
  })
}

function danadoText({ nombre, danado, pedida, recibida }: Danado, now: number): string {
  const what = `«${nombre}» ${danado === 'cambió' ? 'se dañó en' : 'ya no está en'} el disco`
  if (recibida) return `${what}: el cliente mandó otro, que espera tu respuesta.`
  return pedida === null ? `${what}.` : `${what}: se le pidió al cliente hace ${since(now - pedida)}.`
}
