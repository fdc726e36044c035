import type { RUTAS } from '@imprimitodo/shared/rules/ruta'

type Ruta = (typeof RUTAS)[number]

/** Of a page that anybody may find by searching: its heading, as its screen has it, and what a result says below. */
export type Pagina = { titulo: string; descripcion: string }

/** Home and the products have their own (heads.ts). What is not here is for its owner only, or leads nowhere alone. */
export const PAGINAS: Partial<Record<Ruta, Pagina>> = {
  '/imprimitodo': {
    titulo: 'Empezá tu pedido',
    descripcion:
      'Subí tus PDF, elegí color, doble faz y anillado, pagá online y retiralos listos en la sucursal o recibilos por delivery.',
  },
  '/registro': {
    titulo: 'Creá tu cuenta',
    descripcion: 'Sumá un punto por cada peso que imprimís y canjealos por premios y hojas gratis.',
  },
  '/login': {
    titulo: 'Iniciar sesión',
    descripcion: 'Entrá a tu cuenta para ver tus pedidos, tus puntos y tus cupones.',
  },
  '/ruleta': {
    titulo: 'Ruleta de descuentos',
    descripcion:
      'Dos tiros gratis por día: ganá un descuento para tus impresiones, sin obligación de compra.',
  },
  '/arrepentimiento': {
    titulo: 'Botón de arrepentimiento',
    descripcion: 'Revocá una compra dentro de los 10 días, sin cuenta y sin dar motivos.',
  },
  '/terminos': {
    titulo: 'Términos y condiciones',
    descripcion: 'Cómo trabajamos: precios, pagos, entrega, devoluciones y programa de puntos.',
  },
  '/privacidad': {
    titulo: 'Privacidad',
    descripcion: 'Qué datos guardamos, para qué, cuánto tiempo, y cómo pedir que los borremos.',
  },
}

/** Pages with more than one address are one to search engines. */
const SAME: Record<string, Ruta> = { '/imprimitodo/paso1': '/imprimitodo' }

/** The path of a page as search engines should know it. */
export function canonicalOf(path: string): string {
  const bare = path.replace(/(?<=.)\/$/, '')
  return SAME[bare] ?? bare
}
