/** Shown to customers while the shop cannot be paid on the web. */
export const SIN_ABRIR =
  'Todavía no abrimos: podés ver los precios y armar tu pedido, pero por ahora no se puede pagar.'

/** The settings of a new shop that only the owner can fill in. */
export const PASOS_PARA_ABRIR = [
  'precios',
  'direcciones',
  'posiciones',
  'horarios',
  'telefonos',
  'vendedor',
  'facturacion',
] as const

/** The steps of opening a shop. */
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
