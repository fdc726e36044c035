/** What customers are told while nothing can be paid in the web. */
export const SIN_ABRIR =
  'Todavía no abrimos: podés ver los precios y armar tu pedido, pero por ahora no se puede pagar.'

/** What only the owner can fill in of a shop. */
export const PASOS_PARA_ABRIR = [
  'precios',
  'direcciones',
  'posiciones',
  'horarios',
  'telefonos',
  'vendedor',
  'facturacion',
] as const

/** What a shop is opened with. */
export const PASOS_APERTURA = [
  ...PASOS_PARA_ABRIR,
  'segundo_factor',
  'aspecto',
  'cobros',
  'correo',
  'facturas',
  'impresoras',
  'respaldo',
] as const
export type PasoApertura = (typeof PASOS_APERTURA)[number]
