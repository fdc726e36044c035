import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { DEFAULT_OPCIONES } from '@imprimitodo/shared/rules/compra/archivo'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { createQueryClient } from '../../api/query-client.ts'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { startSession } from '../session/session.ts'
import { TomadoPregunta } from '../session/tomado-dialog.tsx'
import { Undo } from '../undo/undo.tsx'
import { PedidoMostradorPage } from './pedido-page.tsx'

const NOW = '2030-03-01T12:00:00.000Z'

const TESIS: PedidoMostrador['archivos'][number] = {
  ...DEFAULT_OPCIONES,
  nombre: 'tesis.pdf',
  paginas: 18,
  paginas_impresas: 18,
  hojas: 9,
  paginas_color: 0,
  importe: 900,
  subida: null,
  paginas_ajustadas: 0,
  tamanos: [],
  avisos: [],
}

/** Order 1042 of 855 pesos with one file, paid online, as the counter sees it. */
export const pedidoMostradorOf = (change: Partial<PedidoMostrador> = {}): PedidoMostrador => ({
  pedido_id: 'P1',
  numero: 1042,
  estado: 'pagado',
  email: 'lucia@gmail.com',
  celular: '3865412233',
  sucursal: 'Alberdi',
  modo_entrega: 'retiro',
  direccion_entrega: null,
  importe_final: 855,
  resta: 0,
  otros: [],
  total_otros: 0,
  descuento_mano: 0,
  motivo_descuento: null,
  venta_id: null,
  costo_delivery: 0,
  hojas_byn: 9,
  hojas_color: 0,
  anillados: 0,
  codigo_retiro: 'K5GN-4JS1-APAF',
  pago: 'aprobado',
  nombre: 'Lucía',
  nota: null,
  tomado: null,
  impresos: { hechos: 0, de: 1 },
  urgente: false,
  estante: null,
  partes: { listas: 0, de: 1 },
  partes_listas: [],
  nombre_retiro: 'Lucía',
  notas_equipo: [],
  reposicion: null,
  confirmado: NOW,
  prometido: null,
  vence: null,
  total_impresion: 900,
  total_anillado: 0,
  descuento_porcentaje: 5,
  descuento_codigo: 0,
  descuento_hojas: 0,
  codigos: [],
  distancia_km: null,
  distancia_estimada: false,
  volumenes: [],
  archivos_guardados: true,
  reposiciones: [],
  miniaturas: 'firma',
  mensajes: [],
  nueva_hora: null,
  hora_sugerida: null,
  archivos: [TESIS],
  trabajos: [
    {
      id: 7,
      nombre: 'tesis.pdf',
      copias: 1,
      hojas: 9,
      paginas: 18,
      lados: 2,
      borde: 'largo',
      color: false,
      anillado: false,
      tomo: null,
      archivos: ['tesis.pdf'],
      seleccion: [],
    },
  ],
  pagos: [
    {
      id: '99',
      estado: 'approved',
      importe: 855,
      devuelto: 0,
      medio: 'visa',
      en_caja: false,
      cuando: NOW,
    },
  ],
  historial: [{ estado: 'pagado', cuando: NOW, quien: 'Mercado Pago', nota: null }],
  ...change,
})

export const IMPRESORA: Impresora = {
  id: 3,
  nombre: 'Ricoh',
  sucursal: 'Alberdi',
  uri: 'ipp://ricoh.local/ipp',
  usuario: null,
  cuenta: null,
  tiene_clave: false,
  huella: null,
  huella_vista: null,
  perfil: null,
  repetir_copias: false,
  caratula: false,
  automatica: false,
  anda: true,
  texto: 'Lista',
  aviso: null,
  vista: NOW,
  sin_noticias: null,
  en_cola: { pedidos: 0, hojas: 0 },
}

/** An impresion of the order's only work. */
export const impresionOf = (change: Partial<Impresion> = {}): Impresion => ({
  id: 11,
  pedido_id: 'P1',
  numero: 1042,
  trabajo: 7,
  nombre: 'tesis.pdf',
  copias: 1,
  hojas: 9,
  paginas: 18,
  desde_pagina: 1,
  lados: 2,
  borde: 'largo',
  color: false,
  estado: 'en_cola',
  impresora: { id: 3, nombre: 'Ricoh' },
  motivo: null,
  mensaje: null,
  contadas: null,
  consultar: false,
  sin_noticias: null,
  pedida: NOW,
  pedida_por: 'Nadia',
  terminada: null,
  resuelta_por: null,
  ...change,
})

type Who = { rol?: 'dueno' | 'operador'; sucursal?: string | null }

/**
 * Opens the order as this person sees it: a clerk of Alberdi by default. The board is a text that shows that
 * the page was left.
 *
 * @param state of the navigation that led to it
 * @returns the query cache
 */
export function openPedido(
  { rol = 'operador', sucursal = 'Alberdi' }: Who = {},
  state?: object,
): QueryClient {
  const cache = createQueryClient()
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol, sucursal })
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter initialEntries={[{ pathname: '/mostrador/pedidos/P1', state }]}>
        <Toasts />
        <TomadoPregunta />
        <Undo />
        <Routes>
          <Route path="/mostrador/pedidos/:id" element={<PedidoMostradorPage />} />
          <Route path="/mostrador" element="el tablero" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return cache
}
