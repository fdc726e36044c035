import type { ShopApp } from '../app.ts'

/** 'METHOD /path' without a slash at its end, and without the routes that Fastify adds by itself. */
export async function routesOf(app: ShopApp): Promise<string[]> {
  await app.ready()
  const routes = app.calls.flatMap(({ method, url }) =>
    [method]
      .flat()
      .filter((one) => one !== 'HEAD' && one !== 'OPTIONS')
      .map((one) => `${one} ${url === '/' ? url : url.replace(/\/$/, '')}`),
  )
  return [...new Set(routes)]
}
