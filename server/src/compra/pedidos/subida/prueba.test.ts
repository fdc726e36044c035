import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPdfEngine } from '../../../base/pdf/engine.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { compra, testShop } from '../../../testing/shop.ts'
import { black, tinyPages } from '../../../testing/tiny-pdf.ts'

const engine = () => createPdfEngine({ workers: 1 })

test('the avisos of its proof are told with the file, once the proof is there', async () => {
  const shop = await testShop()
  const bytes = tinyPages([
    { content: '0 g 100 100 300 300 re f' },
    { content: '', entries: '/MediaBox [0 0 612 792]' },
    { content: '0 g 100 100 300 300 re f', entries: '/MediaBox [0 0 842 1191]' },
  ])
  const quoted = await shop.quote([{ nombre: 'tesis.pdf', bytes }])
  expect(quoted.archivos[0]?.avisos.map(({ codigo, paginas }) => [codigo, paginas])).toEqual(
    expect.arrayContaining([
      ['escala', [3]],
      ['escala_carta', [2]],
    ]),
  )
  const bought = await shop.post('/api/completar_compra', compra(quoted.pedido_id))
  expect(bought.statusCode).toBe(200)
  const seen = (await shop.get(`/api/pedidos/${quoted.pedido_id}`)).json()
  expect(seen.prueba_pendiente).toBe(false)
  expect(seen.archivos[0].avisos).toContainEqual({
    codigo: 'en_blanco',
    paginas: [2],
    texto: 'Sale en blanco y se cobra como las demás: página 2.',
  })
})

test('a file with a page that cannot be printed is not bought: its page is named', async () => {
  const pdf = engine()
  const findings = new Map()
  const prove = async () => ({ imagen: [], imposibles: [2], findings, hasta: 3, ms: 0, wanted: [] })
  const shop = await testShop({ pdf: { ...pdf, prove } })
  const { pedido_id } = await shop.quote([{ nombre: 'tesis.pdf', bytes: black(3) }])
  const answer = await shop.post('/api/completar_compra', compra(pedido_id))
  expect(answer).toMatchObject({ statusCode: 400, headers: { 'x-codigo': 'no_se_imprime' } })
  expect(answer.json()).toEqual({ archivos: ['«tesis.pdf», página 2: no se puede imprimir'] })
  expect((await shop.get(`/api/pedidos/${pedido_id}`)).json().estado).toBe('borrador')
  await pdf.close()
})

test('it is not bought while its proof is under way, and the proof is made once', async () => {
  const pdf = engine()
  let asked = 0
  const proved = Promise.withResolvers<void>()
  const prove = async () => {
    asked++
    await proved.promise
    return { imagen: [], imposibles: [], findings: new Map(), hasta: 1, ms: 0, wanted: [] }
  }
  const shop = await testShop({ pdf: { ...pdf, prove } })
  const { pedido_id, prueba_pendiente } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  expect(prueba_pendiente).toBe(true)
  const buying = shop.post('/api/completar_compra', compra(pedido_id))
  await sleep(1_500)
  expect((await shop.get(`/api/pedidos/${pedido_id}`)).json().estado).toBe('borrador')
  proved.resolve()
  expect((await buying).statusCode).toBe(200)
  expect(asked).toBe(1)
  await pdf.close()
})
