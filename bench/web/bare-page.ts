import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'

/**
 * The yardstick: the shop's listing as a bare static page, one document without script, style sheet or font. No page
 * that shows as much can be there much sooner.
 */
export async function startBarePage(origin: string): Promise<{ url: string; stop(): void }> {
  const productos = (await (await fetch(`${origin}/api/v1/productos/`)).json()) as ProductoAnswer[]
  const cards = productos.map(({ producto, texto, importe_actual, imagenes }) => {
    const image =
      imagenes[0] &&
      `<img src="${origin}${imagenes[0].imagen}" width="320" height="320" loading="lazy" alt="">`
    return `<article>${image ?? ''}<h3>${producto.nombre}</h3><p>${texto ?? ''}</p><b>${importe_actual ?? ''}</b></article>`
  })
  const page = `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>imprimitodo</title><h1>Cada copia suma. Creá tu cuenta y canjeá.</h1><p>Con cada compra acumulás puntos para premios y hojas gratis.</p>
${cards.join('\n')}</html>`
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end(page)
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/`, stop: () => server.close() }
}
