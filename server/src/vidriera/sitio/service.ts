// How the shop is found: what search engines and previews of links read of each page.
import type { ProductoDetalle } from '@imprimitodo/shared/api/productos'
import { DEFAULT_COLORES } from '@imprimitodo/shared/rules/colores'
import { canonicalOf, pageOf, rutaOf } from '@imprimitodo/shared/rules/ruta'
import { documentTitle } from '@imprimitodo/shared/rules/titulo'
import type { Deps, Tienda } from '../../base/runtime/deps.ts'
import { html } from '../../base/web/html.ts'
import { type PageHead, plainHead } from '../../base/web/page-head.ts'
import { coloresOf } from '../../gestion/ajustes/service.ts'
import { aspectoPath } from './colores.ts'
import { homeHead, paginaHead, productoHead } from './heads.ts'
import { createPantalla, type Pantalla } from './pantalla.ts'

/** `producto`: the catalogue's word for what is in the window, by the address's own text. */
export type SitioDeps = Pick<Deps, 'tienda' | 'publicUrl' | 'log'> & {
  producto: (pk: string) => Promise<ProductoDetalle | null>
  pantalla?: Pantalla
}

const NOT_FOUND = documentTitle('Esta página no existe')

/** Addresses are PUBLIC_URL's, by whatever name the page was asked for: one page, one address. */
export function createHeads({
  tienda,
  publicUrl,
  log,
  producto,
  pantalla = createPantalla(log),
}: SitioDeps): (url: string) => Promise<PageHead> {
  let made: { of: Tienda['sucursales']; head: PageHead } | undefined

  /** Made once for the branches as they are: it costs more than the rest of the answer. */
  async function home(): Promise<PageHead> {
    const { sucursales } = await tienda.read()
    if (made?.of !== sucursales)
      made = { of: sucursales, head: { status: 200, html: homeHead(publicUrl, sucursales) } }
    return made.head
  }

  /** A style sheet of its own: it stands above the pages' own, whose rules it outweighs. */
  async function coloured(head: PageHead): Promise<PageHead> {
    const { ajustes } = await tienda.read()
    const [cual, logo] = [coloresOf(ajustes), ajustes.vidriera.logo_id ?? null]
    if (cual === DEFAULT_COLORES && !logo) return head
    return { ...head, html: html`${head.html}<link rel="stylesheet" href="${aspectoPath(cual, logo)}">` }
  }

  return async (url) => coloured(await headOf(url))

  async function headOf(url: string): Promise<PageHead> {
    const path = url.split('?')[0] ?? ''
    const ruta = rutaOf(path)
    if (!ruta) return plainHead(NOT_FOUND, 404)
    if (ruta === '/') return home()
    if (ruta === '/producto/:pk') {
      const found = await producto(path.split('/')[2] ?? '')
      if (!found) return plainHead(NOT_FOUND, 404)
      return { status: 200, html: productoHead(publicUrl, found), screen: await pantalla(url, found) }
    }
    const canonical = canonicalOf(ruta)
    const { head } = pageOf(canonical)
    if (!head) return plainHead('imprimitodo', 200)
    // An address with a person's token in it must not reach others
    return { status: 200, html: paginaHead(publicUrl, ruta.includes(':') ? null : canonical, head) }
  }
}
