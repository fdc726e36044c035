/** The kinds of events in the security log, in the owner's words. */
export const EVENTOS_SEGURIDAD = {
  ingreso_fallido: 'Ingreso fallido',
  ingreso_nuevo: 'Ingreso desde un navegador nuevo',
  codigo_errado: 'Código o contraseña de confirmación errados',
  correo_cambiado: 'Cambio de correo',
  contrasena_cambiada: 'Cambio de contraseña',
  segundo_factor: 'Segundo factor',
  devolucion: 'Devolución',
  rol_cambiado: 'Cambio de usuario o de rol',
  proveedor_cambiado: 'Cambio de proveedor',
  agente_vinculado: 'Agente vinculado',
  limite: 'Límite alcanzado',
  subida_rechazada: 'Subida rechazada',
} as const

export type EventoSeguridad = keyof typeof EVENTOS_SEGURIDAD
export const EVENTO_SEGURIDAD_KEYS = Object.keys(EVENTOS_SEGURIDAD) as [EventoSeguridad, ...EventoSeguridad[]]

/** How many days an event is kept. */
export const SEGURIDAD_DIAS = 90

export const LLAMADAS: Record<string, string> = {
  'POST /api/arrepentimiento': 'Botón de arrepentimiento',
  'POST /api/auth/login': 'Entrar a una cuenta',
  'POST /api/clientes': 'Crear una cuenta',
  'POST /api/clientes/recuperar': 'Recuperar la contraseña',
  'POST /api/clientes/reenviar-activacion': 'Pedir otra vez el mail de activación',
  'POST /api/completar_compra': 'Confirmar un pedido',
  'POST /api/entregas/cotizar': 'Calcular un envío',
  'POST /api/facturas/padron': 'Buscar un CUIT',
  'POST /api/mostrador/confirmar': 'Confirmar quién es, en el mostrador',
  'POST /api/mostrador/ingresar': 'Entrar al mostrador',
  'POST /api/mostrador/recuperar': 'Recuperar la contraseña del mostrador',
  'POST /api/pedidos/:pedido_id/acceso': 'Abrir un pedido con su correo',
  'POST /api/pedidos/:pedido_id/cancelar': 'Cancelar un pedido',
  'POST /api/puntos/canjear-impresion': 'Probar códigos',
  'POST /api/subidas': 'Subir archivos',
  'PATCH /api/subidas/*': 'Subir archivos',
  'POST /api/upload_archivo': 'Subir archivos',
  'GET /api/c/:codigo': 'Mirar un QR',
  'GET /api/ruleta': 'Entrar a la ruleta',
  'GET /api/ruleta/jugar': 'Girar la ruleta',
}

/**
 * What a person was doing, in the owner's words. @param llamada 'METHOD /path'; one without words is shown as
 * it is
 */
export const llamadaTexto = (llamada: string): string => LLAMADAS[llamada.replace(/\/$/, '')] ?? llamada
