import { expect, test } from 'vitest'
import { ownerShop } from '../../testing/mostrador.ts'

test('the owner is warned of a prize worth more than 20 % of the purchases that earn it', async () => {
  const { shop, ask } = await ownerShop()
  const prize = (change: object) => ({
    nombre: 'Hojas',
    descripcion: '',
    imagen_id: null,
    puntos_requeridos: 20_000,
    cantidad: 10,
    es_codigo_canje: true,
    orden: 0,
    valor: null,
    ...change,
  })
  const made = (await ask('POST', 'premios', prize({}))).json()
  expect(made).toMatchObject({ valor: 1600, porcentaje: 8, aviso: null }) // 10 sheets at 160
  const dear = (await ask('PATCH', `premios/${made.id}`, { cantidad: 26 })).json()
  expect(dear).toMatchObject({ porcentaje: 20.8, aviso: expect.stringContaining('20,8 %') })
  const mug = (await ask('POST', 'premios', prize({ es_codigo_canje: false, valor: 4000 }))).json()
  expect(mug).toMatchObject({ porcentaje: 20, aviso: null })
  expect((await ask('PATCH', `premios/${mug.id}`, { puntos_requeridos: 0 })).json()).toHaveProperty(
    'puntos_requeridos',
  )
  await ask('POST', `premios/${mug.id}/retirar`, { retirado: true })
  expect((await shop.get('/api/productos-canje/')).json()).toHaveLength(1)
})
