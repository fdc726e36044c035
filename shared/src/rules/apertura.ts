/** What customers are told while nothing can be paid in the web. */
export const SIN_ABRIR =
  'Todavía no abrimos: podés ver los precios y armar tu pedido, pero por ahora no se puede pagar.'

/** What a shop is opened with. */
export const PASOS_APERTURA = [
  'precios',
  'direcciones',
  'posiciones',
  'horarios',
  'telefonos',
  'vendedor',
  'facturacion',
  'segundo_factor',
  'cobros',
  'correo',
  'facturas',
  'impresoras',
  'respaldo',
] as const
export type PasoApertura = (typeof PASOS_APERTURA)[number]
