// Prometheus' figures are in English: the shop's states are translated. Names of branches, printers and
// queues stay.
import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import type { EstadoImpresion } from '@imprimitodo/shared/rules/taller/impresion'

const PEDIDO: Record<Estado, string> = {
  borrador: 'draft',
  confirmado: 'confirmed',
  pagado: 'paid',
  en_produccion: 'in_production',
  listo: 'ready',
  entregado: 'handed_over',
  cancelado: 'cancelled',
  vencido: 'expired',
  reembolsado: 'refunded',
}

const IMPRESION: Record<EstadoImpresion, string> = {
  en_cola: 'queued',
  imprimiendo: 'printing',
  impresa: 'printed',
  verificar: 'to_check',
  detenida: 'stopped',
  cancelada: 'cancelled',
}

const PROVEEDOR: Record<string, string> = {
  pagos: 'payments',
  facturas: 'invoices',
  correo: 'mail',
  mapas: 'maps',
  captcha: 'captcha',
}

export const pedidoState = (estado: Estado): string => PEDIDO[estado]
export const impresionState = (estado: EstadoImpresion): string => IMPRESION[estado]
export const providerName = (cual: string): string => PROVEEDOR[cual] ?? cual

/** Translates a label that may be one of the shop's states. */
export const inEnglish = ({ state, ...labels }: Record<string, string>): Record<string, string> => ({
  ...(state !== undefined && {
    state: Object.entries(IMPRESION).find(([own]) => own === state)?.[1] ?? state,
  }),
  ...labels,
})
