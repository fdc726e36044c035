import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import type { RenderedHead } from '../../base/web/page-head.ts'
import { pageData } from '../../base/web/page-head.ts'

/** Renders a product's page on the server, for the first paint; null where there is no build, or it fails. */
export type Pantalla = (url: string, producto: ProductoDetalleAnswer) => Promise<RenderedHead['screen']>

/** web/src/app/prerender.tsx, as built. */
type Built = {
  render(url: string, producto: ProductoDetalleAnswer): string
  renderWhole(url: string, producto: ProductoDetalleAnswer): Promise<string>
}

const BUILT = fileURLToPath(new URL('../../../../web/dist/ssr/prerender.js', import.meta.url))

/** Loaded at the first request of a product. */
export function createPantalla(log: { error(what: object, text: string): void }, built = BUILT): Pantalla {
  let loading: Promise<Built['render']> | undefined
  async function load(url: string, producto: ProductoDetalleAnswer) {
    const { render, renderWhole }: Built = await import(pathToFileURL(built).href)
    await renderWhole(url, producto)
    return render
  }
  return async (url, producto) => {
    if (!existsSync(built)) return null
    try {
      loading ??= load(url, producto)
      const render = await loading
      return { root: { markup: render(url, producto) }, data: pageData('producto', producto) }
    } catch (err) {
      loading = undefined
      log.error({ err }, 'prerender')
      return null
    }
  }
}
