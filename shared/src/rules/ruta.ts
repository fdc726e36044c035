/** Every address of the customers' site, in one place: the server answers them, the browser's router shows them. */
export const RUTAS = [
  '/',
  '/imprimitodo',
  '/imprimitodo/paso1',
  '/imprimitodo/paso2',
  '/imprimitodo/paso3',
  '/facturar',
  '/registro',
  '/login',
  '/logout',
  '/perfil',
  '/cupon',
  '/canje-puntos',
  '/logro-compra-gratis',
  '/ruleta',
  '/activar/:token',
  '/producto/:pk',
  '/recuperar',
  '/recuperar/:token',
  '/pedido/:id',
  '/pago-simulado/:ref',
  '/c/:codigo',
  '/arrepentimiento',
  '/terminos',
  '/privacidad',
  '/baja',
] as const

/** Matches the paths of one address of the table. */
export const rutaPattern = (ruta: string): RegExp =>
  ruta === '/' ? /^\/$/ : new RegExp(`^${ruta.replaceAll(/:\w+/g, '[^/]+')}/?$`)

const PATTERNS = RUTAS.map(rutaPattern)

/** Whether a path (without query) is a page of the customers' site, with or without the trailing slash. */
export function isRuta(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path))
}

/** Pages whose address or content is one customer's: no search engine, no shared cache, no Referer to others. */
export function isRutaPrivada(path: string): boolean {
  return /^\/(?:pedido|facturar|activar|recuperar|pago-simulado|baja|mostrador)(?:\/|$)/.test(path)
}
