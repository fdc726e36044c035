import type { CuponAnswer } from '@imprimitodo/shared/api/cupones'
import type { CodigoCanje } from '@imprimitodo/shared/api/puntos'
import { sendTo, uploadAll } from './buy.ts'
import type { Customer } from './cuenta.ts'
import { pdf } from './files.ts'
import { ask, ownerBearer, setAjustes, staffPedidoOf } from './server.ts'
import type { Shop } from './shop.ts'

type Bearer = { authorization: string }

/** A customer's session without a browser. */
export async function bearerOf(shop: Shop, { email, password }: Customer): Promise<Bearer> {
  const { access } = await ask<{ access: string }>(shop, '/api/auth/login/', { email, password })
  return { authorization: `Bearer ${access}` }
}

/** A sale at the counter: one point for each peso. */
export async function givePuntos(shop: Shop, { email }: Customer, puntos: number): Promise<void> {
  await ask(shop, '/api/mostrador/ventas', { email, importe: puntos }, { headers: await ownerBearer(shop) })
}

/** A code of free sheets, bought with points given for it: 10 for every 20000 in the demo shop. */
export async function buyHojas(shop: Shop, customer: Customer, hojas: number): Promise<string> {
  await givePuntos(shop, customer, hojas * 2000)
  const headers = await bearerOf(shop, customer)
  const [cliente] = await ask<{ id: number }[]>(shop, '/api/auth/cliente-actual/', undefined, { headers })
  const premios = await ask<{ id: number; es_codigo_canje: boolean }[]>(
    shop,
    '/api/productos-canje/',
    undefined,
    {
      headers,
    },
  )
  const producto = premios.find((premio) => premio.es_codigo_canje)?.id
  const body = { producto, cliente: cliente?.id }
  const [codigo] = await ask<CodigoCanje[]>(shop, '/api/codigos-canje/', body, { headers })
  return codigo?.codigo ?? ''
}

export async function makeCupon(shop: Shop, customer: Customer): Promise<string> {
  const cupon = await ask<CuponAnswer>(shop, '/api/cupones/', {}, { headers: await bearerOf(shop, customer) })
  return cupon.codigo ?? ''
}

/** Used at the counter, by the owner. */
export async function useCodigo(shop: Shop, codigo: string): Promise<void> {
  await ask(shop, `/api/mostrador/codigos/${codigo}/usar`, {}, { headers: await ownerBearer(shop) })
}

/** An order of one file, paid in full by a discount of 100 %, ready to be handed over. */
export async function makePedidoListo(shop: Shop): Promise<{ id: string; codigo_retiro: string }> {
  const contact = { email: 'retira@example.com', celular: '3865412233', sucursal: 'Alberdi' }
  await setAjustes(shop, { descuentoCompra: 100 })
  const id = await uploadPdf(shop, contact)
  const compra = { ...contact, pedido_id: id, modo_entrega: 'retiro', importe_total: 0, codigosAplicados: [] }
  await ask(shop, '/api/registrar_compra_sin_pago', compra)
  await setAjustes(shop, { descuentoCompra: 5 })
  const headers = await ownerBearer(shop)
  for (const estado of ['en_produccion', 'listo'])
    await ask(shop, `/api/mostrador/pedidos/${id}/estado`, { estado }, { headers })
  return { id, codigo_retiro: (await staffPedidoOf(shop, id)).codigo_retiro }
}

/**
 * Changes to the default file: its name, its pages, those of them in colour, and its options as on the wire.
 */
export type ArchivoChanges = {
  nombre?: string
  paginas?: number
  color?: number[]
  opciones?: Record<string, unknown>
}

/** A draft, of one file by default, made by calls. */
export async function uploadPdf(
  shop: Shop,
  contact: Record<string, string>,
  archivos: ArchivoChanges[] = [{}],
): Promise<string> {
  const files = archivos.map(async ({ nombre = 'apunte.pdf', paginas = 4, color = [], opciones = {} }) => {
    const { name, buffer } = await pdf(nombre, paginas, color)
    return { nombre: name, bytes: new Uint8Array(buffer), opciones }
  })
  const { pedido_id } = await uploadAll(sendTo(shop.url), contact, await Promise.all(files))
  return pedido_id
}
