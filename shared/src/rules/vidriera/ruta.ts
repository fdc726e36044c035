import { pathPattern } from './path-pattern.ts'

/**
 * Where the installed app receives files that other apps share with it (web/public/manifest.webmanifest). It
 * is no page.
 */
export const COMPARTIR = '/compartir'

export type PageTexts = { titulo: string; descripcion: string }

/**
 * A page of the customers' site, with all that others need to know of it: the server answers and describes
 * it, the browser's router shows it behind its guard, the build makes it ahead, and the sitemap and
 * robots.txt name it.
 */
type Page = {
  /** The file of its screen below web/src, without its ending; web/src/app/screens.ts loads it. */
  screen: `${string}/${string}`
  /**
   * Its heading, as its screen has it at first, and the description in search results and shared links. Null
   * where the server writes them for each visit (Home, products), for a page that has another canonical
   * address, and for the plain page that the service worker stores for all of them.
   */
  head: PageTexts | null
  /** Only for visitors (a customer goes to Home), or only for customers (a visitor goes to the login). Else for everyone. */
  access?: 'guests' | 'customers'
  /** In the sitemap, or closed by robots.txt. Else a crawler may open it but is not told of it. */
  crawlers?: 'listed' | 'closed'
  /** Its address or content is one customer's: no search engine, no shared cache, no Referer to others. */
  isPrivate?: true
  /**
   * Sent with its screen's HTML in it (docs/decisions/021): drawn by the build, or by the server for each
   * address.
   */
  made?: 'build' | 'server'
  /** The text of its link in the footer; without it there is no link. */
  footer?: string
  /** Without the site's menu and footer. */
  isBare?: true
  /** The address of the same page by which search engines know it. */
  canonical?: string
}

/**
 * Every address of the customers' site. Pages that are listed or made ahead name the files of their screen in
 * their head.
 */
export const RUTAS = {
  '/': { screen: 'app/home-route', head: null, crawlers: 'listed', made: 'build' },
  '/imprimitodo': {
    screen: 'pedido/paso1/paso1',
    head: {
      titulo: 'Empezá tu pedido',
      descripcion:
        'Subí tus PDF, elegí color, doble faz y anillado, pagá online y retiralos listos en la sucursal o recibilos por delivery.',
    },
    crawlers: 'listed',
    made: 'build',
  },
  '/imprimitodo/paso1': {
    screen: 'pedido/paso1/paso1',
    head: null,
    canonical: '/imprimitodo',
    made: 'build',
  },
  '/imprimitodo/paso2': { screen: 'pedido/paso2/paso2', head: null },
  '/imprimitodo/paso3': {
    screen: 'pedido/paso3/paso3',
    head: {
      titulo: 'Confirmá tu pedido',
      descripcion: 'El precio exacto de tus páginas, dónde lo retirás o te lo llevamos, y el pago.',
    },
  },
  '/registro': {
    screen: 'cuenta/registro',
    head: {
      titulo: 'Creá tu cuenta',
      descripcion: 'Sumá un punto por cada peso que imprimís y canjealos por premios y hojas gratis.',
    },
    access: 'guests',
    crawlers: 'listed',
    made: 'build',
  },
  '/login': {
    screen: 'cuenta/login',
    head: {
      titulo: 'Iniciar sesión',
      descripcion: 'Entrá a tu cuenta para ver tus pedidos, tus puntos y tus cupones.',
    },
    access: 'guests',
    crawlers: 'listed',
  },
  '/logout': {
    screen: 'app/logout-route',
    head: { titulo: 'Cerrar Sesión', descripcion: 'Para salir de tu cuenta en este dispositivo.' },
    access: 'customers',
    crawlers: 'closed',
  },
  '/perfil': {
    screen: 'app/perfil-route',
    head: { titulo: 'Mi Perfil', descripcion: 'Tus datos, tus pedidos y tus puntos.' },
    access: 'customers',
    crawlers: 'closed',
  },
  '/cupon': {
    screen: 'cupon/cupon-page',
    head: {
      titulo: 'Cupón de descuento',
      descripcion: 'Un cupón por día, con descuento para tus impresiones.',
    },
    access: 'customers',
    crawlers: 'closed',
  },
  '/canje-puntos': {
    screen: 'canje-puntos/canje-page',
    head: {
      titulo: 'Premios que podés canjear',
      descripcion: 'Cambiá tus puntos por premios y hojas gratis.',
    },
    access: 'customers',
    crawlers: 'closed',
  },
  '/logro-compra-gratis': {
    screen: 'app/logro-route',
    head: { titulo: '¡Compra Gratis!', descripcion: 'Un pedido pagado entero con hojas gratis.' },
    crawlers: 'closed',
  },
  '/ruleta': {
    screen: 'ruleta/ruleta-page',
    head: {
      titulo: 'Ruleta de descuentos',
      descripcion:
        'Dos tiros gratis por día: ganá un descuento para tus impresiones, sin obligación de compra.',
    },
    crawlers: 'listed',
  },
  '/c/:codigo': {
    screen: 'codigo/codigo-page',
    head: { titulo: 'Tu código', descripcion: 'Para mostrar en el mostrador o usar al pagar en la web.' },
    crawlers: 'closed',
  },
  '/activar/:token': {
    screen: 'cuenta/activar',
    head: { titulo: 'Activá tu cuenta', descripcion: 'El enlace del mail que confirma tu dirección.' },
    access: 'guests',
    crawlers: 'closed',
    isPrivate: true,
  },
  '/recuperar': {
    screen: 'cuenta/recuperar',
    head: { titulo: '¿Olvidaste tu contraseña?', descripcion: 'Te mandamos un enlace para elegir otra.' },
    crawlers: 'closed',
    isPrivate: true,
  },
  '/recuperar/:token': {
    screen: 'cuenta/recuperar-token',
    head: { titulo: 'Elegí una contraseña nueva', descripcion: 'El enlace del mail que pediste.' },
    crawlers: 'closed',
    isPrivate: true,
  },
  '/confirmar-correo/:token': {
    screen: 'cuenta/confirmar-correo',
    head: { titulo: 'Confirmá tu correo', descripcion: 'El enlace del mail a tu dirección nueva.' },
    crawlers: 'closed',
    isPrivate: true,
  },
  '/producto/:pk': { screen: 'productos/producto-page', head: null, made: 'server' },
  '/mi-pedido': {
    screen: 'pedido-estado/mi-pedido',
    head: {
      titulo: '¿Dónde está mi pedido?',
      descripcion: 'Encontrá tu pedido con su número y tu correo o celular.',
    },
    isPrivate: true,
    footer: '¿Dónde está mi pedido?',
  },
  '/pedido/:id': {
    screen: 'app/pedido-route',
    head: { titulo: 'Tu pedido', descripcion: 'En qué anda un pedido, qué lleva y cuándo está.' },
    crawlers: 'closed',
    isPrivate: true,
  },
  '/pedido/:id/archivo/:n': {
    screen: 'app/archivo-route',
    head: {
      titulo: 'Mandanos de nuevo tu archivo',
      descripcion: 'Para un archivo de un pedido que necesitamos otra vez.',
    },
    crawlers: 'closed',
    isPrivate: true,
  },
  '/subir/:token': {
    screen: 'pedido/celular/subir-page',
    head: {
      titulo: 'Mandá tus archivos',
      descripcion: 'De tu celular a la pantalla del mostrador, para lo que te están cobrando.',
    },
    crawlers: 'closed',
    isPrivate: true,
    isBare: true,
  },
  '/presupuesto/:token': {
    screen: 'pedido/presupuesto/presupuesto-page',
    head: { titulo: 'Tu presupuesto', descripcion: 'Lo que sale lo que pediste, y hasta cuándo vale.' },
    crawlers: 'closed',
    isPrivate: true,
  },
  '/facturar': {
    screen: 'facturar/facturar-page',
    head: {
      titulo: 'Pedí tu factura',
      descripcion: 'La factura de un pedido pagado, con los datos que cargues.',
    },
    crawlers: 'closed',
    isPrivate: true,
  },
  '/pago-simulado/:ref': {
    screen: 'pago-simulado/pago-simulado-page',
    head: { titulo: 'Pago simulado', descripcion: 'Un pago de prueba, sin dinero.' },
    crawlers: 'closed',
    isPrivate: true,
    isBare: true,
  },
  '/arrepentimiento': {
    screen: 'legal/arrepentimiento',
    head: {
      titulo: 'Botón de arrepentimiento',
      descripcion: 'Revocá una compra dentro de los 10 días, sin cuenta y sin dar motivos.',
    },
    crawlers: 'listed',
    footer: 'Botón de arrepentimiento',
  },
  '/terminos': {
    screen: 'legal/terminos',
    head: {
      titulo: 'Términos y condiciones',
      descripcion: 'Cómo trabajamos: precios, pagos, entrega, devoluciones y programa de puntos.',
    },
    crawlers: 'listed',
    footer: 'Términos y condiciones',
  },
  '/privacidad': {
    screen: 'legal/privacidad',
    head: {
      titulo: 'Privacidad',
      descripcion: 'Qué datos guardamos, para qué, cuánto tiempo, y cómo pedir que los borremos.',
    },
    crawlers: 'listed',
    footer: 'Privacidad',
  },
  '/baja': {
    screen: 'legal/baja',
    head: {
      titulo: 'Darte de baja',
      descripcion: 'Cómo borrar tu cuenta y tus datos: es tu derecho, es gratis y sin explicar por qué.',
    },
    isPrivate: true,
    footer: 'Baja de comunicaciones',
  },
} as const satisfies Readonly<Record<`/${string}`, Page>>

export type Ruta = keyof typeof RUTAS

/** The screens that the routes need. */
export type Screen = (typeof RUTAS)[Ruta]['screen']

/** An address of a route, with its params filled in. */
type Filled<R extends string> = R extends `${infer Before}/:${string}/${infer After}`
  ? `${Before}/${string}/${Filled<After>}`
  : R extends `${infer Before}/:${string}`
    ? `${Before}/${string}`
    : R

/** An address of that route. */
export type AddressOf<R extends Ruta> = Filled<R>

/** An address that a link inside the customers' site may lead to, with or without a query or an anchor. */
export type PageAddress = Filled<Ruta> | `${Filled<Ruta>}${'?' | '#'}${string}`

/** All routes with their pages. */
export const PAGES: readonly (readonly [Ruta, Page & { screen: Screen }])[] = Object.entries(RUTAS) as [
  Ruta,
  Page & { screen: Screen },
][]

const PATTERNS = PAGES.map(([ruta]) => [ruta, pathPattern(ruta)] as const)

/** The page of the customers' site at a path (without query), with or without the trailing slash. */
export const rutaOf = (path: string): Ruta | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(path))?.[0]

export const isRuta = (path: string): boolean => rutaOf(path) !== undefined

export const pageOf = (ruta: Ruta): Page => RUTAS[ruta]

/** The address by which search engines know the page. */
export const canonicalOf = (ruta: Ruta): Ruta => (pageOf(ruta).canonical as Ruta | undefined) ?? ruta

/** The visitors who may see the page at a path; undefined: everyone may, or there is no such page. */
export function accessOf(path: string): Page['access'] {
  const ruta = rutaOf(path)
  return ruta && pageOf(ruta).access
}

const firstPart = (path: string): string => path.split('/')[1] ?? ''

/** With all paths below them, so that a mistyped address is private too. The counter is private as well. */
const PRIVATE = new Set([
  'mostrador',
  ...PAGES.filter(([, { isPrivate }]) => isPrivate).map(([ruta]) => firstPart(ruta)),
])

/** Pages whose address or content is one customer's: no search engine, no shared cache, no Referer to others. */
export const isRutaPrivada = (path: string): boolean => PRIVATE.has(firstPart(path))
