// Texts for a customer of an order, ready to be sent from the staff's own WhatsApp: the shop sends none
// itself.
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { acreditadoOf, ON_ITS_WAY, type PagoVisto } from '@imprimitodo/shared/rules/dinero/pago'
import { fillPlantilla, type Plantilla, plantillasOf } from '@imprimitodo/shared/rules/mostrador/plantilla'
import { linkTo } from '../../base/web/link.ts'
import { horaOf, type Pedido } from '../../compra/pedidos/service.ts'

/**
 * `enlace` is the order's plain page, without its key: the customer proves there that the order is theirs,
 * since the typed mobile may be a stranger's.
 */
export function mensajesOf(
  pedido: Pedido,
  {
    plantillas,
    publicUrl,
    nombre,
    tienda,
    sucursal,
    isArchivoMal,
    pagos,
  }: {
    plantillas: Record<Plantilla, string>
    publicUrl: string
    nombre: string | null
    /** The shop's name as it stands beside its logo. */
    tienda: string
    sucursal: string
    isArchivoMal: boolean
    /** All payments of the order. */
    pagos: readonly PagoVisto[]
  },
): PedidoMostrador['mensajes'] {
  const { id, numero, estado, importe_final, vence } = pedido
  const hora = horaOf(pedido)
  const acreditado = acreditadoOf(pagos)
  const facts = {
    nombre: nombre ?? '',
    numero: String(numero),
    tienda,
    sucursal,
    enlace: linkTo(publicUrl, `/pedido/${id}`),
    importe: formatCentavos(importe_final - acreditado),
    hora: hora ? `${formatMoment(hora)} h` : 'lo antes posible',
    vence: vence ? `${formatMoment(vence)} h` : '',
  }
  const modo_entrega = pedido.modo_entrega ?? 'retiro'
  return plantillasOf({ estado, modo_entrega, isArchivoMal })
    .filter((cual) => !ASKS.includes(cual) || mayAsk(plantillas[cual], pagos))
    .map((cual) => ({ cual, texto: fillPlantilla(plantillas[cual], facts) }))
}

/** Texts that ask for the order's money. */
const ASKS: readonly Plantilla[] = ['falta_pago', 'presupuesto']

/**
 * Whether a text may ask for money: not while a payment is on its way, nor for a rest, since the link charges
 * the whole.
 */
function mayAsk(plantilla: string, pagos: readonly PagoVisto[]): boolean {
  if (pagos.some(({ estado }) => ON_ITS_WAY.some((way) => way === estado))) return false
  return acreditadoOf(pagos) === 0 || !plantilla.includes('{enlace}')
}
