import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { pesosInText } from '@imprimitodo/shared/rules/base/dinero'
import { formatDayMonth, formatTime, ZONE } from '@imprimitodo/shared/rules/base/fecha'

/**
 * `accion`: what the customer may do: pay, see the pending ticket, continue, or see the order that took this one's
 * place.
 */
export type Relato = {
  title: string
  text: string
  tone?: 'mal'
  accion?: 'pagar' | 'ver-pago' | 'seguir' | 'ver-nuevo'
}

type ToTell = Pick<
  PedidoAnswer,
  | 'estado'
  | 'pago'
  | 'acreditado'
  | 'vence'
  | 'modo_entrega'
  | 'sucursal'
  | 'direccion_entrega'
  | 'importe_final'
  | 'reemplazado_por'
>

/**
 * The order's state in words. Only `estado` decides whether it is paid: a payment under way is not money yet.
 */
export function relate(pedido: ToTell): Relato {
  const { estado, sucursal, direccion_entrega } = pedido
  const delivered = pedido.modo_entrega === 'delivery'
  switch (estado) {
    case 'borrador':
      return {
        title: 'Falta confirmar tu pedido',
        text: 'Tus archivos ya están acá. Completá tus datos y la entrega para que lo imprimamos.',
        accion: 'seguir',
      }
    case 'confirmado':
      return relateUnpaid(pedido)
    case 'pagado':
      return {
        title: 'Recibimos tu pedido',
        text:
          pedido.importe_final === 0
            ? 'No tenés que pagar nada. Está en la fila de impresión.'
            : 'El pago está acreditado. Está en la fila de impresión.',
      }
    case 'en_produccion':
      return {
        title: 'Estamos imprimiendo tu pedido',
        text: 'Te avisamos por mail cuando esté listo.',
      }
    case 'listo':
      return {
        title: 'Tu pedido está listo',
        text: delivered
          ? `Te lo llevamos a ${direccion_entrega ?? 'tu dirección'}. El envío se paga al recibir.`
          : `Pasá a buscarlo por ${sucursal ?? 'la sucursal'} con tu código de retiro.`,
      }
    case 'entregado':
      return {
        title: 'Ya tenés tu pedido',
        text: 'Gracias por imprimir con nosotros. Si algo no salió bien, escribinos.',
      }
    case 'cancelado':
      if (pedido.reemplazado_por) return relateReplaced(pedido)
      return { title: 'Tu pedido se canceló', text: refundText(pedido.pago), tone: 'mal' }
    case 'vencido':
      return {
        title: 'Tu pedido venció',
        text: expiredText(pedido),
        tone: 'mal',
      }
    case 'reembolsado':
      return {
        title: 'Te devolvimos el pago',
        text: 'Según el medio con que pagaste, puede tardar unos días en verse en tu cuenta.',
        tone: 'mal',
      }
  }
}

/** A payment arrived that is less than the price: waiting does not help. */
export const isShort = ({ pago, acreditado, importe_final }: ToTell): boolean =>
  pago === 'aprobado' && acreditado < importe_final

function relateShort({ acreditado, importe_final, sucursal }: ToTell, until: string): Relato {
  const where = sucursal ? `en ${sucursal}` : 'en la sucursal'
  if (acreditado === 0)
    return {
      title: 'Tu pago llegó en otra moneda',
      text: 'No podemos acreditarlo. No vuelvas a pagar: escribinos y lo resolvemos.',
      tone: 'mal',
    }
  const missing = pesosInText(importe_final - acreditado)
  return {
    title: 'Tu pago no alcanza',
    text: `Se acreditaron ${pesosInText(acreditado)} y faltan ${missing}. Pagá lo que falta ${where}${until}, con tu número de pedido, y lo imprimimos. Si preferís que te lo devolvamos, escribinos.`,
    tone: 'mal',
  }
}

function relateUnpaid(pedido: ToTell): Relato {
  const { pago, vence } = pedido
  const until = vence ? ` antes del ${lower(formatPromise(vence))}` : ''
  if (isShort(pedido)) return relateShort(pedido, until)
  switch (pago) {
    case 'pendiente':
      return {
        title: 'Esperamos tu pago',
        text: `Pagá el cupón${until}. Puede tardar en acreditarse: no lo pagues dos veces.`,
        accion: 'ver-pago',
      }
    case 'en_proceso':
    case 'aprobado':
      return {
        title: 'Estamos confirmando tu pago',
        text: 'Suele tardar unos minutos, y a veces hasta dos días hábiles. No vuelvas a pagar: te avisamos por mail.',
      }
    case 'rechazado':
      return {
        title: 'Tu pago no se aprobó',
        text: `No se te cobró nada. Probá otra vez${until}, con otra tarjeta o en efectivo.`,
        tone: 'mal',
        accion: 'pagar',
      }
    default:
      return {
        title: 'Falta pagar tu pedido',
        text: `Pagalo${until} y lo imprimimos. Si acabás de pagar, esperá unos segundos: esta página se actualiza sola.`,
        accion: 'pagar',
      }
  }
}

function relateReplaced({ pago }: ToTell): Relato {
  const money = pago === 'devuelto' || pago === 'aprobado' ? refundText(pago) : 'De este no se te cobró nada.'
  return {
    title: 'Cambiaste este pedido',
    text: `Ahora es otro, con las opciones nuevas. ${money}`,
    accion: 'ver-nuevo',
  }
}

/** If it was paid after its files were deleted, the money was refunded. */
function expiredText(pedido: ToTell): string {
  const { pago, acreditado, importe_final } = pedido
  if (pago === 'devuelto')
    return 'Tu pago llegó cuando ya no teníamos tus archivos, y te lo devolvimos. Puede tardar unos días en verse en tu cuenta.'
  if (isShort(pedido) && acreditado > 0)
    return `Pasaron 72 horas y se acreditaron ${pesosInText(acreditado)} de ${pesosInText(importe_final)}. Escribinos: te lo devolvemos, o pagás lo que falta en la sucursal y lo imprimimos.`
  if (pago === 'aprobado') return 'Tu pago llegó cuando ya no teníamos tus archivos: te lo vamos a devolver.'
  return 'Pasaron 72 horas sin que se acreditara un pago. Si ya lo habías pagado, lo retomamos apenas se acredite.'
}

function refundText(pago: PedidoAnswer['pago']): string {
  if (pago === 'devuelto') return 'Te devolvimos el pago. Puede tardar unos días en verse en tu cuenta.'
  if (pago === 'aprobado') return 'Te vamos a devolver lo que pagaste. Si tenés dudas, escribinos.'
  return 'No se te cobró nada.'
}

/** When it is expected: the new hour, if the customer was told that it is late. */
export const expectedOf = ({
  nueva_hora,
  prometido,
}: Pick<PedidoAnswer, 'prometido' | 'nueva_hora'>): string | null => nueva_hora ?? prometido

/**
 * The title above the promised time, while the order is not ready: what will be ready, and where; or that it
 * is late.
 */
export function promiseTitle(
  pedido: ToTell & Pick<PedidoAnswer, 'prometido' | 'nueva_hora'>,
  now: Date,
): string {
  const { modo_entrega, sucursal, direccion_entrega, nueva_hora } = pedido
  const when = expectedOf(pedido)
  if (when !== null && Date.parse(when) < now.getTime())
    return nueva_hora ? 'Seguimos demorados. Habíamos dicho' : 'Estamos demorados. Lo habíamos prometido para'
  if (nueva_hora) return 'Se demoró. La nueva hora'
  if (modo_entrega === 'delivery') return `Listo para llevarte a ${direccion_entrega ?? 'tu dirección'}`
  return sucursal ? `Listo para retirar en ${sucursal}` : 'Listo para retirar'
}

const weekday = new Intl.DateTimeFormat('es-AR', { timeZone: ZONE, weekday: 'long' })

/** 'Lunes 23/11 a las 11:30', the shop's time. */
export function formatPromise(instant: string): string {
  const date = new Date(instant)
  const name = weekday.format(date)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${formatDayMonth(date)} a las ${formatTime(date)}`
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
