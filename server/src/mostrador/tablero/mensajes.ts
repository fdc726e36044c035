// What staff writes to a customer of an order, ready to be sent from their own WhatsApp: the shop sends none itself.
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatPesos, toPesos } from '@imprimitodo/shared/rules/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/fecha'
import { fillPlantilla, type Plantilla, plantillasDe } from '@imprimitodo/shared/rules/plantilla'
import type { Pedido } from '../../compra/pedidos/service.ts'

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
    sucursal,
    isArchivoMal,
  }: {
    plantillas: Record<Plantilla, string>
    publicUrl: string
    nombre: string | null
    sucursal: string
    isArchivoMal: boolean
  },
): PedidoMostrador['mensajes'] {
  const { id, numero, estado, importe_final, prometido, vence } = pedido
  const facts = {
    ...{ nombre: nombre ?? '', numero: String(numero), sucursal, enlace: `${publicUrl}/pedido/${id}` },
    importe: formatPesos(toPesos(importe_final)),
    hora: prometido ? `${formatMoment(prometido)} h` : 'lo antes posible',
    vence: vence ? `${formatMoment(vence)} h` : '',
  }
  const modo_entrega = pedido.modo_entrega ?? 'retiro'
  return plantillasDe({ estado, modo_entrega, isArchivoMal }).map((cual) => ({
    cual,
    texto: fillPlantilla(plantillas[cual], facts),
  }))
}
