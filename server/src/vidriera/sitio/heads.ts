import type { ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import { aperturasOf } from '@imprimitodo/shared/rules/base/horario'
import { imagenPath, imagenSources, PRODUCTO_SIZES } from '@imprimitodo/shared/rules/vidriera/imagen'
import { nombreTienda, rotuloTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { PageTexts } from '@imprimitodo/shared/rules/vidriera/ruta'
import { documentTitle } from '@imprimitodo/shared/rules/vidriera/titulo'
import type { Tienda } from '../../base/runtime/deps.ts'
import { type Html, html } from '../../base/web/html.ts'
import { linkTo } from '../../base/web/link.ts'
import { jsonLd } from '../../base/web/page-head.ts'

/** The length that search results show. */
const MAX_DESCRIPCION = 160

/** Facts of the shop for every page: its origin, and its name and logo where it has its own. */
export type Sitio = { origin: string; nombre?: string; logo_id?: string | null }

type Common = {
  /** Null: the page has no canonical address. */
  url: string | null
  titulo: string
  descripcion: string
  image: string | null
  type?: 'website' | 'product'
}

function common({ nombre }: Sitio, { url, titulo, descripcion, image, type = 'website' }: Common): Html {
  return html`<title>${titulo}</title>
<meta name="description" content="${descripcion}">
${url && html`<link rel="canonical" href="${url}">`}
<meta property="og:type" content="${type}">
<meta property="og:site_name" content="${rotuloTienda(nombre)}">
<meta property="og:locale" content="es_AR">
<meta property="og:title" content="${titulo}">
<meta property="og:description" content="${descripcion}">
${url && html`<meta property="og:url" content="${url}">`}
${image && html`<meta property="og:image" content="${image}">`}
<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`
}

/**
 * Drawn by tools/draw-brand.ts, with our name on it: a shop with another name shows its logo instead, if it
 * has one.
 */
function card({ origin, nombre, logo_id }: Sitio): string | null {
  if (!nombre) return `${origin}/og.png`
  return logo_id ? origin + imagenPath(logo_id, 640, 'webp') : null
}

export function paginaHead(sitio: Sitio, path: string | null, { titulo, descripcion }: PageTexts): Html {
  return common(sitio, {
    url: path && sitio.origin + path,
    descripcion,
    image: card(sitio),
    titulo: documentTitle(titulo, rotuloTienda(sitio.nombre)),
  })
}

export function homeHead(sitio: Sitio, sucursales: Tienda['sucursales']): Html {
  const { origin } = sitio
  const rotulo = rotuloTienda(sitio.nombre)
  const names = new Intl.ListFormat('es-AR', { type: 'disjunction' }).format(
    sucursales.map(({ nombre }) => nombre),
  )
  const delivers = sucursales.some(({ lat }) => lat !== null)
  const head = common(sitio, {
    url: `${origin}/`,
    titulo: documentTitle('', rotulo),
    descripcion: `Mandá tus PDF desde tu casa y retiralos impresos y anillados en ${names}${delivers ? ', o recibilos por delivery' : ''}.`,
    image: card(sitio),
  })
  const site = { '@type': 'WebSite', name: rotulo, url: `${origin}/`, inLanguage: 'es-AR' }
  const data = jsonLd({ '@graph': [site, ...sucursales.map((one) => localBusiness(sitio, one))] })
  return html`${head}${data}`
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function localBusiness(
  sitio: Sitio,
  { id, nombre, direccion, whatsapp, lat, lng, horario }: Tienda['sucursales'][number],
) {
  const { origin } = sitio
  const image = card(sitio)
  const hours = aperturasOf(horario ?? '')?.map(({ days, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days.map((day) => DAYS[day]),
    opens,
    closes,
  }))
  return {
    '@type': 'LocalBusiness',
    '@id': `${origin}/#sucursal-${id}`,
    name: `${nombreTienda(sitio.nombre)} ${nombre}`,
    url: `${origin}/`,
    ...(image && { image }),
    ...(whatsapp && { telephone: `+${whatsapp}` }),
    ...(direccion && {
      address: {
        '@type': 'PostalAddress',
        streetAddress: direccion,
        addressLocality: nombre,
        addressRegion: 'Tucumán',
        addressCountry: 'AR',
      },
    }),
    ...(lat !== null && { geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng } }),
    ...(hours && { openingHoursSpecification: hours }),
  }
}

export function productoHead(sitio: Sitio, producto: ProductoDetalleAnswer): Html {
  const { origin } = sitio
  const rotulo = rotuloTienda(sitio.nombre)
  const { id, texto, importe_actual, imagenes, categoria } = producto
  const { nombre } = producto.producto
  const url = linkTo(origin, `/producto/${id}`)
  const main = imagenes.find(({ es_principal }) => es_principal) ?? imagenes[0]
  const image = main && new URL(main.imagen, origin).href
  const descripcion = shorten(texto ?? `${nombre} en ${rotulo}: pedilo por WhatsApp o en la sucursal.`)
  const head = common(sitio, {
    url,
    descripcion,
    type: 'product',
    image: image ?? card(sitio),
    titulo: documentTitle(nombre, rotulo),
  })
  const offer = importe_actual !== null && {
    offers: {
      '@type': 'Offer',
      url,
      price: importe_actual.toFixed(2),
      priceCurrency: 'ARS',
      availability: 'https://schema.org/InStock',
      seller: { '@type': 'Organization', name: nombreTienda(sitio.nombre) },
    },
  }
  const data = jsonLd({
    '@type': 'Product',
    name: nombre,
    description: descripcion,
    sku: String(id),
    ...(categoria && { category: categoria.nombre }),
    ...(image && { image: [image] }),
    ...offer,
  })
  return html`${head}${data}${producto.video || !main ? null : preload(main.imagen)}`
}

/** Loads the largest picture of the page before any script: in the format that browsers with preload know. */
function preload(imagen: string): Html {
  const sources = imagenSources(imagen)
  return sources
    ? html`<link rel="preload" as="image" type="image/avif" imagesrcset="${sources.avif}" imagesizes="${PRODUCTO_SIZES}" fetchpriority="high">`
    : html`<link rel="preload" as="image" href="${imagen}" fetchpriority="high">`
}

/** Cut at the end of a word. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= MAX_DESCRIPCION) return line
  const cut = line.slice(0, MAX_DESCRIPCION - 1)
  const end = cut.lastIndexOf(' ')
  return `${end < 0 ? cut : cut.slice(0, end)}…`
}
