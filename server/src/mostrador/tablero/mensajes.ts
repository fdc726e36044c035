// What staff writes to a customer of an order, ready to be sent from their own WhatsApp: the shop sends none itself.
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatCentavos } from '@imprimitodo/shared/rules/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/fecha'
import { acreditadoOf, ON_ITS_WAY, type PagoVisto } from '@imprimitodo/shared/rules/pago'
import { fillPlantilla, type Plantilla, plantillasDe } from '@imprimitodo/shared/rules/plantilla'
import { horaDe, type Pedido } from '../../compra/pedidos/service.ts'

/**
 * `enlace` is the order's plain page: who has it proves to be the owner there, because the mobile may be anybody's that
 * was typed.
 */
export function mensajesDe(
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
    /** As it is drawn beside its logo. */
    tienda: string
    sucursal: string
    isArchivoMal: boolean
    /** All of the order's. */
    pagos: readonly PagoVisto[]
  },
): PedidoMostrador['mensajes'] {
  const { id, numero, estado, importe_final, vence } = pedido
  const hora = horaDe(pedido)
  const acreditado = acreditadoOf(pagos)
  const facts = {
    nombre: nombre ?? '',
    numero: String(numero),
    tienda,
    sucursal,
    enlace: `${publicUrl}/pedido/${id}`,
    importe: formatCentavos(importe_final - acreditado),
    hora: hora ? `${formatMoment(hora)} h` : 'lo antes posible',
    vence: vence ? `${formatMoment(vence)} h` : '',
  }
  const modo_entrega = pedido.modo_entrega ?? 'retiro'
  return plantillasDe({ estado, modo_entrega, isArchivoMal })
    .filter((cual) => !ASKS.includes(cual) || mayAsk(plantillas[cual], pagos))
    .map((cual) => ({ cual, texto: fillPlantilla(plantillas[cual], facts) }))
}

/** These ask for the order's money. */
const ASKS: readonly Plantilla[] = ['falta_pago', 'presupuesto']

/** Whether a text may ask for the money: not while some is on its way, nor by the link, which charges the whole, for a rest. */
function mayAsk(plantilla: string, pagos: readonly PagoVisto[]): boolean {
  if (pagos.some(({ estado }) => ON_ITS_WAY.some((way) => way === estado))) return false
  return acreditadoOf(pagos) === 0 || !plantilla.includes('{enlace}')
}
