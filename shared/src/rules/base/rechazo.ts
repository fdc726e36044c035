/**
 * Why a call was refused, for programs: the header X-Codigo of every answer of 400 or more. The sentence in the body
 * is for people.
 */
export const RECHAZOS = [
  // Of an order and its price
  'importe_cambio',
  'pedido_pagado',
  'pedido_cerrado',
  'pago_en_camino',
  'pedido_ajeno',
  'tomado_por_otro',
  'color_pendiente',
  'prueba_pendiente',
  'muchos_pedidos',
  'sin_abrir',
  'faltan_archivos',
  'archivo_rechazado',
  'no_se_imprime',
  'fuera_de_radio',
  'hoja_no_ofrecida',
  'direccion_desconocida',
  'sin_envios',
  'falta_pin',
  'pin_dudoso',
  // Of the till
  'caja_abierta',
  'caja_cerrada',
  'caja_no_alcanza',
  'falta_medio',
  'falta_cobrar',
  'cuenta_suspendida',
  'cuenta_al_limite',
  'devolucion_anotada',
  // Of typed codes
  'codigo_desconocido',
  'codigo_usado',
  'codigo_vencido',
  'codigo_ajeno',
  'codigo_reservado',
  'segundo_porcentaje',
  'codigo_de_premio',
  'total_cero',
  // Of points
  'puntos_cambiaron',
  // Of the wheel
  'falta_correo',
  'sin_tiradas',
  // About the caller
  'sesion',
  'credenciales',
  'captcha',
  'segundo_factor',
  'activar_segundo_factor',
  'confirmar',
  'autorizar',
  'autorizacion_fallida',
  'solo_dueno',
  'solo_encargado',
  'otra_sucursal',
  'otro_sitio',
  'pagina_vieja',
  'enlace_vencido',
  'otra_computadora',
  'ya_instalada',
  // Of the server
  'limite',
  'sin_lugar',
  'sin_programa',
  'saturado',
  'preparando',
  'servicio_caido',
  'base_caida',
  'ya_no_esta',
  // Where nothing above fits: by the status
  'datos',
  'prohibido',
  'no_existe',
  'conflicto',
  'metodo',
  'demora',
  'muy_grande',
  'formato',
  'protocolo',
  'ocupado',
  'no_disponible',
  'error_interno',
] as const

export type Rechazo = (typeof RECHAZOS)[number]

const BY_STATUS: Record<number, Rechazo> = {
  400: 'datos',
  401: 'sesion',
  403: 'prohibido',
  404: 'no_existe',
  405: 'metodo',
  408: 'demora',
  409: 'conflicto',
  410: 'ya_no_esta',
  412: 'protocolo',
  413: 'muy_grande',
  414: 'muy_grande',
  415: 'formato',
  423: 'ocupado',
  429: 'limite',
  431: 'muy_grande',
  502: 'servicio_caido',
  503: 'no_disponible',
  507: 'sin_lugar',
}

/** For an answer that tells no more than its status. */
export const rechazoOf = (status: number): Rechazo =>
  BY_STATUS[status] ?? (status < 500 ? 'datos' : 'error_interno')
