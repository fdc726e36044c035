import { toPesos } from '@imprimitodo/shared/rules/dinero'
import { resumenLines } from '@imprimitodo/shared/rules/resumen'
import type { Pedido } from './store.ts'

/** What an order costs, line by line and in pesos, as mails and the ticket show it. */
export const resumenOf = (pedido: Pedido) =>
  resumenLines({
    total_impresion: toPesos(pedido.total_impresion),
    total_anillado: toPesos(pedido.total_anillado),
    final_impresion: toPesos(pedido.final_impresion),
    final_anillado: toPesos(pedido.final_anillado),
    importe_final: toPesos(pedido.importe_final),
    descuento_porcentaje: pedido.descuento_porcentaje,
    descuento_hojas: toPesos(pedido.descuento_hojas),
    descuento_codigo: pedido.descuento_codigo,
  })
