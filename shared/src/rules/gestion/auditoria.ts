/** Kinds of things whose changes the back office writes down. */
export const AUDITADOS = [
  'ajustes',
  'producto',
  'categoria',
  'cartel',
  'premio',
  'sucursal',
  'usuario',
  'impresora',
  'agente',
  'devolucion',
  'reimpresion',
  'puntos',
  'venta',
  'turno',
  'cuenta_corriente',
  'archivo',
  'pedido',
  'pago',
] as const
export type Auditado = (typeof AUDITADOS)[number]

export const AUDITORIA_ACCIONES = ['crear', 'cambiar', 'retirar', 'reponer', 'borrar'] as const
export type AuditoriaAccion = (typeof AUDITORIA_ACCIONES)[number]
