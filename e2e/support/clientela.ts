import { expect } from 'vitest'
import { pay, sendTo } from './buy.ts'
import { type ArchivoChanges, uploadPdf } from './puntos.ts'
import { ask, pedidoOf } from './server.ts'
import type { Shop } from './shop.ts'

/** Customers who order over the web by calls, without a browser: the counter's journeys need many of them. */

export type Pedido = { id: string; numero: number; importe: number }
export type Encargo = {
  sucursal: 'Alberdi' | 'Aguilares'
  envio?: boolean
  email?: string
  archivos?: ArchivoChanges[] | undefined
}

const CENTROS = { Alberdi: [-27.586, -65.6195], Aguilares: [-27.434, -65.616] } as const
let ordered = 0

/** Makes an order, of one file of 4 pages unless told, up to the point where it waits for its payment. */
export async function order(
  shop: Shop,
  { sucursal, envio = false, email = `cliente${++ordered}@example.com`, archivos }: Encargo,
): Promise<Pedido> {
  const contact = { email, celular: '3865412233', sucursal }
  const id = await uploadPdf(shop, contact, archivos)
  const [lat, lng] = CENTROS[sucursal]
  const { importe_final: importe } = await ask<{ importe_final: number }>(shop, '/api/completar_compra', {
    ...contact,
    pedido_id: id,
    codigosAplicados: [],
    ...(envio
      ? { modo_entrega: 'delivery', direccion_entrega: 'San Martín 512', lat, lng }
      : { modo_entrega: 'retiro' }),
  })
  return { id, importe, numero: (await pedidoOf(shop, id)).numero ?? 0 }
}

/** The same, paid online. */
export async function orderPaid(shop: Shop, encargo: Encargo): Promise<Pedido> {
  const pedido = await order(shop, encargo)
  await pay(sendTo(shop.url), pedido.id, pedido.importe)
  // A printer may have it already
  await expect.poll(async () => (await pedidoOf(shop, pedido.id)).estado).not.toBe('confirmado')
  return pedido
}
