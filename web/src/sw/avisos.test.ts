import { expect, it } from 'vitest'
import { readAviso } from './avisos.ts'

const ORIGIN = 'https://imprimitodo.example'
const AVISO = { titulo: 'Está listo', texto: 'Pasá a retirarlo', url: `${ORIGIN}/pedido/p`, etiqueta: 'e' }

it('has the shop’s text, and no address of another site', () => {
  expect(readAviso(JSON.stringify({ ...AVISO, otra: 1 }), ORIGIN)).toEqual(AVISO)
  const wrong = ['', 'hola', 'null', '[]', '{}', JSON.stringify({ ...AVISO, titulo: 1 })]
  for (const text of [...wrong, JSON.stringify({ ...AVISO, url: 'https://evil.example/pedido/p' })])
    expect(readAviso(text, ORIGIN)).toBeNull()
})
