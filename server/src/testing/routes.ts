import type { App } from '../app.ts'

/** Of Fastify's drawing of its routes: 'METHOD /path', without those it adds by itself. */
export async function routesOf(app: App): Promise<string[]> {
  await app.ready()
  const drawn = app.printRoutes({ commonPrefix: false })
  const path: string[] = []
  return drawn.split('\n').flatMap((line) => {
    const [, indent = '', piece = '', methods = ''] = /^([│\s]*)[├└]── (\S+) \((.*)\)$/.exec(line) ?? []
    if (!piece) return []
    const depth = indent.length / 4
    path.splice(depth, path.length, piece)
    const url = path.join('').replace(/^(.*[^/])\*$/, '$1/*')
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
      .map((method) => `${method} ${url}`)
  })
}
