import type { PedidoPropio } from '@imprimitodo/shared/api/clientes'
import { ESTADO_TITLES } from '@imprimitodo/shared/rules/compra/pedido'

/** 'tesis', 'tesis y anexos', 'tesis y 2 archivos más': what the order was about. */
export function pedidoTitle({ archivos }: Pick<PedidoPropio, 'archivos'>): string {
  const [first = 'Pedido', second, ...others] = archivos.map((name) => name.replace(/\.pdf$/i, ''))
  if (second === undefined) return first
  return others.length === 0 ? `${first} y ${second}` : `${first} y ${others.length + 1} archivos más`
}

/** Its state in the customer's words. */
export function estadoText({ estado, modo_entrega }: Pick<PedidoPropio, 'estado' | 'modo_entrega'>): string {
  if (estado !== 'listo') return ESTADO_TITLES[estado]
  return modo_entrega === 'retiro' ? 'Listo para retirar' : 'Listo para enviar'
}

/** How the chip looks. */
export function estadoTone({
  estado,
}: Pick<PedidoPropio, 'estado'>): 'wait' | 'work' | 'ready' | 'over' | 'bad' {
  switch (estado) {
    case 'borrador':
    case 'confirmado':
      return 'wait'
    case 'pagado':
    case 'en_produccion':
      return 'work'
    case 'listo':
      return 'ready'
    case 'entregado':
      return 'over'
    case 'cancelado':
    case 'vencido':
    case 'reembolsado':
      return 'bad'
  }
}

/** Whether the promise is still worth telling. */
export const isAwaited = ({ estado, prometido }: Pick<PedidoPropio, 'estado' | 'prometido'>): boolean =>
  prometido !== null && (estado === 'pagado' || estado === 'en_produccion')
