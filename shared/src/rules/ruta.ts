import { pathPattern } from './path-pattern.ts'

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
  '/confirmar-correo/:token',
  '/pedido/:id',
  '/pedido/:id/archivo/:n',
  '/pago-simulado/:ref',
  '/c/:codigo',
  '/arrepentimiento',
  '/terminos',
  '/privacidad',
  '/baja',
] as const

const PATTERNS = RUTAS.map((ruta) => [ruta, pathPattern(ruta)] as const)

/** The page of the customers' site at a path (without query), with or without the trailing slash. */
export const rutaOf = (path: string): (typeof RUTAS)[number] | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(path))?.[0]

export const isRuta = (path: string): boolean => rutaOf(path) !== undefined

/** Pages whose address or content is one customer's: no search engine, no shared cache, no Referer to others. */
export function isRutaPrivada(path: string): boolean {
  return /^\/(?:pedido|facturar|activar|recuperar|confirmar-correo|pago-simulado|baja|mostrador)(?:\/|$)/.test(
    path,
  )
}
