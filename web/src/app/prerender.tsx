import type { ProductoDetalle } from '@imprimitodo/shared/api/productos'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { Screens } from './router.tsx'
import { isScreenComing } from './screen.ts'

/**
 * A page as every visitor sees it first: no session, nothing asked yet, and in place of each part that arrives later
 * what stands there meanwhile. main.tsx takes it over. Made by the build, a product's by the server (docs/decisions/021).
 * @param url path and query @param producto of its page
 */
export const render = (url: string, producto: ProductoDetalle | null = null): string =>
  renderToString(
    <App made={{ producto }}>
      <StaticRouter location={url}>
        <Screens />
      </StaticRouter>
    </App>,
  )

/** The same with its screen, whose code is asked for when it is first drawn. */
export async function renderWhole(url: string, producto: ProductoDetalle | null = null): Promise<string> {
  for (;;) {
    const made = render(url, producto)
    if (!isScreenComing()) return made
    await new Promise((later) => setTimeout(later, 5))
  }
}
