import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import { afterAll, expect, test } from 'vitest'
import { createPantalla } from './pantalla.ts'

const taza: ProductoDetalleAnswer = {
  id: 7,
  texto: null,
  producto: { nombre: 'Taza </script>' },
  categoria: null,
  imagenes: [],
  importe_actual: 1200.5,
  es_oferta: false,
  video: null,
  portada: null,
  precio_anterior: null,
  oferta_hasta: null,
  es_impresion: false,
}
const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-pantalla-'))
afterAll(() => rmSync(folder, { recursive: true }))

const errors: string[] = []
const log = { error: (_: object, text: string) => void errors.push(text) }
/** A build whose screen renders this expression of `url` and `producto`. */
function built(name: string, expression: string): string {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(
    file,
    `export const render = (url, producto) => ${expression}\nexport const renderWhole = async () => ''`,
  )
  return file
}

test('draws the page of the address, with its data beside it', async () => {
  const pantalla = createPantalla(log, built('bien', "url + ' ' + producto.id"))
  const drawn = await pantalla('/producto/7?categoria=tazas', taza)
  expect(drawn?.root.markup).toBe('/producto/7?categoria=tazas 7')
  const [, json = ''] = /id="producto">(.*)<\/script>$/.exec(drawn?.data.markup ?? '') ?? []
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual(taza)
})

test('without a build, or where drawing fails, leaves the page to the browser', async () => {
  expect(await createPantalla(log, join(folder, 'nada.mjs'))('/producto/7', taza)).toBeNull()
  expect(errors).toEqual([])
  const broken = createPantalla(log, built('mal', 'nada.de(nada)'))
  expect(await broken('/producto/7', taza)).toBeNull()
  expect(errors).toEqual(['prerender'])
})
