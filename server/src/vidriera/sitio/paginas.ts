import type { RUTAS } from '@imprimitodo/shared/rules/ruta'

type Ruta = (typeof RUTAS)[number]

/** Its heading, as its screen has it at first, and what a search result or a shared link says below. */
export type Pagina = {
  titulo: string
  descripcion: string
  /** Not in the sitemap: for its owner only, or leads nowhere alone. What no crawler may open is in robots.txt. */
  isUnlisted?: true
}

const unlisted = (titulo: string, descripcion: string): Pagina => ({
  titulo,
  descripcion,
  isUnlisted: true,
})

/** Home and the products have their own (heads.ts); the second step is the shell of the service worker, of no one page. */
type Other = '/' | '/producto/:pk' | '/imprimitodo/paso1' | '/imprimitodo/paso2'

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
  '/imprimitodo/paso3': unlisted(
    'Confirmá tu pedido',
    'El precio exacto de tus páginas, dónde lo retirás o te lo llevamos, y el pago.',
  ),
  '/pedido/:id': unlisted('Tu pedido', 'En qué anda un pedido, qué lleva y cuándo está.'),
  '/pedido/:id/archivo/:n': unlisted(
    'Mandanos de nuevo tu archivo',
    'Para un archivo de un pedido que necesitamos otra vez.',
  ),
  '/pago-simulado/:ref': unlisted('Pago simulado', 'Un pago de prueba, sin dinero.'),
  '/facturar': unlisted('Pedí tu factura', 'La factura de un pedido pagado, con los datos que cargues.'),
  '/perfil': unlisted('Mi Perfil', 'Tus datos, tus pedidos y tus puntos.'),
  '/cupon': unlisted('Cupón de descuento', 'Un cupón por día, con descuento para tus impresiones.'),
  '/canje-puntos': unlisted('Premios que podés canjear', 'Cambiá tus puntos por premios y hojas gratis.'),
  '/logro-compra-gratis': unlisted('¡Compra Gratis!', 'Un pedido pagado entero con hojas gratis.'),
  '/c/:codigo': unlisted('Tu código', 'Para mostrar en el mostrador o usar al pagar en la web.'),
  '/logout': unlisted('Cerrar Sesión', 'Para salir de tu cuenta en este dispositivo.'),
  '/activar/:token': unlisted('Activá tu cuenta', 'El enlace del mail que confirma tu dirección.'),
  '/recuperar': unlisted('¿Olvidaste tu contraseña?', 'Te mandamos un enlace para elegir otra.'),
  '/recuperar/:token': unlisted('Elegí una contraseña nueva', 'El enlace del mail que pediste.'),
  '/confirmar-correo/:token': unlisted('Confirmá tu correo', 'El enlace del mail a tu dirección nueva.'),
  '/baja': unlisted(
    'Darte de baja',
    'Cómo borrar tu cuenta y tus datos: es tu derecho, es gratis y sin explicar por qué.',
  ),
} satisfies Record<Exclude<Ruta, Other>, Pagina>

/** Pages with more than one address are one to search engines. */
const SAME: Record<string, Ruta> = { '/imprimitodo/paso1': '/imprimitodo' }

/** The path of a page as search engines should know it. */
export function canonicalOf(path: string): string {
  const bare = path.replace(/(?<=.)\/$/, '')
  return SAME[bare] ?? bare
}
