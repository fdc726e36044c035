// The data of each page that search engines and link previews read.
import type { ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import { DEFAULT_COLORES } from '@imprimitodo/shared/rules/base/colores'
import { rotuloTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { canonicalOf, pageOf, rutaOf } from '@imprimitodo/shared/rules/vidriera/ruta'
import { documentTitle } from '@imprimitodo/shared/rules/vidriera/titulo'
import type { Deps, Tienda } from '../../base/runtime/deps.ts'
import { html } from '../../base/web/html.ts'
import { plainHead, type RenderedHead } from '../../base/web/page-head.ts'
import { coloresOf } from '../../gestion/ajustes/service.ts'
import { aspectoPath } from './colores.ts'
import { homeHead, paginaHead, productoHead, type Sitio } from './heads.ts'
import { createPantalla, type Pantalla } from './pantalla.ts'

/** `producto`: the catalogue's product in the window, by the address's own text. */
type SitioDeps = Pick<Deps, 'tienda' | 'publicUrl' | 'log'> & {
  producto: (pk: string) => Promise<ProductoDetalleAnswer | null>
  pantalla?: Pantalla
}

const notFound = ({ nombre }: Sitio): RenderedHead =>
  plainHead(documentTitle('Esta página no existe', rotuloTienda(nombre)), 404)

/** Addresses begin with PUBLIC_URL, whatever host the page was asked from: a page has one address. */
export function createHeads({
  tienda,
  publicUrl,
  log,
  producto,
  pantalla = createPantalla(log),
}: SitioDeps): (url: string) => Promise<RenderedHead> {
  let made: { of: Tienda; head: RenderedHead } | undefined

  const sitioOf = ({ ajustes: { vidriera } }: Tienda): Sitio => ({
    origin: publicUrl,
    nombre: vidriera.nombre,
    logo_id: vidriera.logo_id,
  })

  /** Made once for the same settings: it costs more than the rest of the answer. */
  function home(shop: Tienda): RenderedHead {
    if (made?.of !== shop)
      made = { of: shop, head: { status: 200, html: homeHead(sitioOf(shop), shop.sucursales) } }
    return made.head
  }

  /** Adds a style sheet of the shop's colours: it stands above the pages' own, and is more specific. */
  function coloured(head: RenderedHead, { ajustes }: Tienda): RenderedHead {
    const [cual, logo] = [coloresOf(ajustes), ajustes.vidriera.logo_id ?? null]
    if (cual === DEFAULT_COLORES && !logo) return head
    return { ...head, html: html`${head.html}<link rel="stylesheet" href="${aspectoPath(cual, logo)}">` }
  }

  return async (url) => {
    const shop = await tienda.read()
    return coloured(await headOf(url, shop), shop)
  }

  async function headOf(url: string, shop: Tienda): Promise<RenderedHead> {
    const sitio = sitioOf(shop)
    const path = url.split('?')[0] ?? ''
    const ruta = rutaOf(path)
    if (!ruta) return notFound(sitio)
    if (ruta === '/') return home(shop)
    if (ruta === '/producto/:pk') {
      const found = await producto(path.split('/')[2] ?? '')
      if (!found) return notFound(sitio)
      return { status: 200, html: productoHead(sitio, found), screen: await pantalla(url, found) }
    }
    const canonical = canonicalOf(ruta)
    const { head } = pageOf(canonical)
    if (!head) return plainHead(rotuloTienda(sitio.nombre), 200)
    // An address with a person's token must not reach search engines or link previews
    return { status: 200, html: paginaHead(sitio, ruta.includes(':') ? null : canonical, head) }
  }
}
