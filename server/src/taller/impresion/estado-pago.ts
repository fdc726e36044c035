// What is paid of an order and what is still to be collected, in the words of its papers.
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { isCerrado } from '@imprimitodo/shared/rules/compra/pedido'
import type { Pedido } from '../../compra/pedidos/service.ts'
import type { cargosDePedido } from '../../dinero/cuentas-corrientes/service.ts'

type Cargos = Awaited<ReturnType<typeof cargosDePedido>>

type Palabras = { unpaid(total: string): string; owed(resta: string): string; paid(total: string): string }

const PALABRAS = {
  ticket: {
    unpaid: () => 'SIN PAGAR',
    owed: (resta) => `COBRAR AL RETIRAR: ${resta}`,
    paid: () => 'Pagado',
  },
  // It has no list of amounts, so its words bring them
  caratula: {
    unpaid: (total) => `Falta cobrar ${total}`,
    owed: (resta) => `Falta cobrar ${resta}`,
    paid: (total) => `Pagado ${total}`,
  },
} satisfies Record<string, Palabras>

/** Delivery is collected at the door, whatever was paid online: until it is handed over. */
export function estadoPago(pedido: Pedido, cargos: Cargos, papel: keyof typeof PALABRAS): string {
  const { estado, pagado, costo_delivery, importe_final } = pedido
  const collects = costo_delivery > 0 && !isCerrado(estado)
  const titles: Partial<Record<typeof estado, string>> = {
    cancelado: 'CANCELADO',
    reembolsado: 'REEMBOLSADO',
    vencido: 'VENCIDO SIN PAGAR',
  }
  const palabras = PALABRAS[papel]
  const state =
    titles[estado] ??
    (pagado ? paidText(pedido, cargos, palabras) : palabras.unpaid(formatCentavos(importe_final)))
  return collects ? `${state} · cobrar el envío: ${formatCentavos(costo_delivery)}` : state
}

/** Amounts charged to a cuenta corriente are owed there, so they are not called paid. */
function paidText({ importe_final, resta }: Pedido, cargos: Cargos, palabras: Palabras): string {
  if (importe_final === 0) return 'Sin cargo'
  const [first] = cargos
  if (first?.centavos === importe_final) return `A cuenta corriente de ${first.nombre}`
  const onAccount = cargos.reduce((sum, { centavos }) => sum + centavos, 0)
  const owed =
    resta > 0
      ? palabras.owed(formatCentavos(resta))
      : palabras.paid(formatCentavos(importe_final - onAccount))
  const charged = cargos.map(
    ({ nombre, centavos }) => `${formatCentavos(centavos)} a cuenta corriente de ${nombre}`,
  )
  return [owed, ...charged].join(' · ')
}
