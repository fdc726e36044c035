import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { DEFAULT_OPCIONES } from '@imprimitodo/shared/rules/compra/archivo'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { createQueryClient } from '../../api/query-client.ts'
import { updateCarrito } from '../carrito/carrito.ts'
import { type Contacto, NO_CONTACTO } from '../carrito/carrito-state.ts'
import { fingerprint } from '../carrito/cotizado.ts'
import { UNCONFIRMED } from '../carrito/recien-cotizado.ts'
import { carritoOf } from '../carrito/testing.ts'
import { Paso3 } from './paso3.tsx'

/** A contact that is complete enough to pay. */
export const LUCIA: Partial<Contacto> = {
  email: 'lucia@gmail.com',
  celular: '3865412233',
  sucursal: 'Alberdi',
}

/** A draft of one file, 900 pesos, less its codes: each takes 100 off. */
export function borradorOf(
  codigos: readonly string[] = [],
  change: Partial<PedidoAnswer> = {},
): PedidoAnswer {
  const importe = Math.max(0, 900 - 100 * codigos.length)
  return {
    ...UNCONFIRMED,
    pedido_id: 'P1',
    total: 900,
    total_impresion: 900,
    total_anillado: 0,
    color_pendiente: false,
    prueba_pendiente: false,
    importe_final: importe,
    final_impresion: importe,
    final_anillado: 0,
    descuento_porcentaje: 0,
    descuento_hojas: 100 * codigos.length,
    volumenes: [],
    codigos: codigos.map((codigo) => ({
      codigo,
      tipo: 'hojas',
      hojas: 1,
      cubiertas: 1,
      porcentaje: null,
      descuento: 100,
      reglas: [`Cubre una hoja de ${codigo}.`],
    })),
    archivos: [
      {
        ...DEFAULT_OPCIONES,
        nombre: 'a.pdf',
        paginas: 18,
        paginas_impresas: 18,
        hojas: 9,
        paginas_color: 0,
        importe: 900,
        subida: 'S1',
        paginas_ajustadas: 0,
        tamanos: [],
        avisos: [],
      },
    ],
    ...change,
  }
}

/** Opens step 3 with a quoted order. Texts replace the other pages, to show where a link led. */
export function openPaso3(
  contacto: Partial<Contacto> = LUCIA,
  pedidoId: string | null = 'P1',
): { queries: QueryClient } {
  const queries = createQueryClient()
  const carrito = carritoOf('a.pdf')
  updateCarrito(() => ({
    ...carrito,
    pedidoId,
    cotizado: fingerprint(carrito),
    contacto: { ...NO_CONTACTO, ...contacto },
  }))
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={['/imprimitodo/paso3']}>
        <Routes>
          <Route path="/imprimitodo/paso3" element={<Paso3 />} />
          <Route path="/imprimitodo/paso2" element="el paso 2" />
          <Route path="/imprimitodo/paso1" element="el paso 1" />
          <Route path="/pedido/:id" element="la página del pedido" />
          <Route path="/logro-compra-gratis" element="el trofeo" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { queries }
}

/** The server's other answers: two branches, delivery up to 5 km, no session. */
export const SHOP = {
  'GET /api/vidriera': { status: 200, body: { abierta: true, vendedor: { condicion_iva: null } } },
  'GET /api/sucursales': {
    status: 200,
    body: [
      { nombre: 'Alberdi', direccion: 'Belgrano 348', horario: null, lat: -27.58, lng: -65.61 },
      { nombre: 'Aguilares', direccion: 'San Martín 12', horario: null, lat: -27.43, lng: -65.61 },
    ],
  },
  'GET /api/get_config_delivery/': {
    status: 200,
    body: { radioPermitido: 5, precioDelivery: 2000, descuentoCompra: 0 },
  },
  'GET /api/pedidos/P1/para-pagar': { status: 200, body: { promesas: [], pago: null } },
  'GET /api/precios': { status: 200, body: { byn: { una: 100, dos: 160 } } },
  'GET /api/auth/cliente-actual/': { status: 204 },
}

/** The answers to a customer with a session, who has neither orders nor codes. */
export const ACCOUNT = {
  'GET /api/auth/cliente-actual/': {
    status: 200,
    body: [{ email: 'lucia@gmail.com', first_name: 'Lucía' }],
  },
  'GET /api/clientes/me': { status: 200, body: { email: 'lucia@gmail.com', celular: '3865412233' } },
  'GET /api/clientes/pedidos': { status: 200, body: { pedidos: [], siguiente: null } },
  'GET /api/codigos-canje/pendientes/': { status: 200, body: [] },
  'GET /api/cupones/': { status: 200, body: { codigo: null, usado: false } },
}

export const payButton = () => screen.findByRole('button', { name: /^Pagar/ })
/** The button with the amount that it would take. */
export const payOf = (amount: string) => screen.findByRole('button', { name: `Pagar $ ${amount}` })
export const whyBlocked = async () =>
  document.getElementById((await payButton()).getAttribute('aria-describedby') ?? '')?.textContent ?? null
