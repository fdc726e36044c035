import type { ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { Screens } from './router.tsx'
import { isScreenComing } from './screen.ts'

/**
 * A page as every visitor sees it first: no session, no calls yet, and placeholders for the parts that arrive
 * later. main.tsx hydrates it. Drawn by the build, a product's page by the server (docs/decisions/021).
 * @param url path and query @param producto of its page
 */
export const render = (url: string, producto: ProductoDetalleAnswer | null = null): string =>
  renderToString(
    <App made={{ producto }}>
      <StaticRouter location={url}>
        <Screens />
      </StaticRouter>
    </App>,
  )

/** The same with the screen, whose code begins to load at the first rendering. */
export async function renderWhole(
  url: string,
  producto: ProductoDetalleAnswer | null = null,
): Promise<string> {
  for (;;) {
    const made = render(url, producto)
    if (!isScreenComing()) return made
    await new Promise((later) => setTimeout(later, 5))
  }
}
