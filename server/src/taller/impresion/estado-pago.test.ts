import { expect, it } from 'vitest'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { confirmed, pay } from '../../testing/pedidos.ts'
import { testShop } from '../../testing/shop.ts'
import { estadoPago } from './estado-pago.ts'

const escuela = (centavos: number) => ({ nombre: 'Escuela 12', centavos })
const PAPERS: [Partial<Pedido>, { nombre: string; centavos: number }[], ticket: string, caratula: string][] =
  [
    [{ pagado: null }, [], 'SIN PAGAR', 'Falta cobrar $ 10.000,00'],
    [{}, [], 'Pagado', 'Pagado $ 10.000,00'],
    [{ resta: 6_000_00 }, [], 'COBRAR AL RETIRAR: $ 6.000,00', 'Falta cobrar $ 6.000,00'],
    [{ importe_final: 0 }, [], 'Sin cargo', 'Sin cargo'],
    [
      {},
      [escuela(7_000_00)],
      'Pagado · $ 7.000,00 a cuenta corriente de Escuela 12',
      'Pagado $ 3.000,00 · $ 7.000,00 a cuenta corriente de Escuela 12',
    ],
    [{}, [escuela(10_000_00)], 'A cuenta corriente de Escuela 12', 'A cuenta corriente de Escuela 12'],
    [
      { costo_delivery: 2_000_00 },
      [],
      'Pagado · cobrar el envío: $ 2.000,00',
      'Pagado $ 10.000,00 · cobrar el envío: $ 2.000,00',
    ],
    [{ estado: 'cancelado' }, [], 'CANCELADO', 'CANCELADO'],
  ]

it('the ticket says whether an order is paid; the cover, which lists no amounts, says how much', async () => {
  const shop = await testShop()
  const paid = await pay(shop, await confirmed(shop))
  for (const [change, cargos, ticket, caratula] of PAPERS) {
    const pedido = { ...paid, importe_final: 10_000_00, ...change }
    expect(estadoPago(pedido, cargos, 'ticket')).toBe(ticket)
    expect(estadoPago(pedido, cargos, 'caratula')).toBe(caratula)
  }
})
