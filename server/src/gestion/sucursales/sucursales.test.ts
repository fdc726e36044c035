import { expect, test } from 'vitest'
import { ownerShop } from '../../testing/mostrador.ts'

test('a branch is added and moved; its hours are understood or refused', async () => {
  const { shop, ask, look, last } = await ownerShop()
  const branch = {
    ...{
      nombre: 'Concepción',
      direccion: 'España 100',
      whatsapp: '+54 9 3865 47-1200',
      lat: -27.34,
      lng: -65.59,
    },
    horario: 'Lunes a viernes de 8 a 20',
  }
  const made = await ask('POST', 'sucursales', branch)
  expect([made.statusCode, made.json().whatsapp]).toEqual([201, '5493865471200'])
  for (const [change, field] of [
    [{ nombre: 'ALBERDI' }, 'nombre'],
    [{ whatsapp: '12' }, 'whatsapp'],
    [{ horario: 'cuando puedo' }, 'horario'],
    [{ lat: 91 }, 'lat'],
  ] as const) {
    const answer = await ask('POST', 'sucursales', { ...branch, nombre: 'Otra', ...change })
    expect([answer.statusCode, Object.keys(answer.json())], field).toEqual([400, [field]])
  }
  const { id } = made.json()
  await ask('PATCH', `sucursales/${id}`, { direccion: 'España 200' })
  expect(await last()).toMatchObject({ que: 'sucursal', antes: { direccion: 'España 100' } })
  // Its vouchers go on in their series under another name
  const facturacion = {
    ...{ puntos_venta: { [branch.nombre]: 7, Alberdi: 3 } },
    ...{ ingresos_brutos: '1', inicio_actividades: '2015-03-01' },
  }
  await ask('PUT', 'ajustes', { facturacion })
  await ask('PATCH', `sucursales/${id}`, { nombre: 'Monteros' })
  expect((await look('ajustes')).facturacion.puntos_venta).toEqual({ Monteros: 7, Alberdi: 3 })
  expect((await shop.get('/api/sucursales')).json()).toHaveLength(3)
})
