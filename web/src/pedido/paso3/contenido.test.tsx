// @vitest-environment happy-dom
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { DEFAULT_OPCIONES } from '@imprimitodo/shared/rules/compra/archivo'
import { avisoOf } from '@imprimitodo/shared/rules/compra/aviso'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Contenido } from './contenido.tsx'
import { piezasOf } from './piezas.ts'
import { TiraDeImporte } from './tira.tsx'

afterEach(cleanup)

type Archivo = PedidoAnswer['archivos'][number]
const archivo = (nombre: string, more: Partial<Archivo> = {}): Archivo => ({
  ...DEFAULT_OPCIONES,
  nombre,
  paginas: 10,
  paginas_impresas: 10,
  rango: null,
  por_carilla: 1,
  hojas: 5,
  paginas_color: 0,
  importe: 400,
  subida: null,
  paginas_ajustadas: 0,
  tamanos: [],
  avisos: [],
  ...more,
})

const pedidoOf = (archivos: Archivo[], volumenes: PedidoAnswer['volumenes'] = []) =>
  ({ pedido_id: 'p', archivos, volumenes }) as unknown as PedidoAnswer

const pedido = pedidoOf(
  [
    archivo('suelto.pdf', { duplicado: 2, importe: 800 }),
    archivo('tesis.pdf', {
      grupo: 'grupo0',
      duplicado: 2,
      importe: 800,
      avisos: [avisoOf('escala', [7, 8], 'A4')],
    }),
    archivo('apunte.pdf', { anillado: true, avisos: [avisoOf('apaisada', [1], 'A4')] }),
    archivo('anexo.pdf', { grupo: 'grupo0', duplicado: 2, importe: 800 }),
  ],
  [
    { grupo: 'grupo0', hojas: 10, copias: 2, tomos: 1, importe: 1600 },
    { nombre: 'apunte.pdf', hojas: 5, copias: 1, tomos: 1, importe: 700 },
  ],
)

it('lists volumes and loose files in the customer’s order, each with its print and its binding', () => {
  expect(piezasOf(pedido).map(({ n, title, nombres, pesos }) => [n, title, nombres, pesos])).toEqual([
    [1, 'suelto.pdf', [], 800],
    [2, 'Anillado 1', ['tesis.pdf', 'anexo.pdf'], 3200],
    [3, 'apunte.pdf', [], 1100],
  ])
})

it('shows the totals, and beside each file its avisos that change the paper', () => {
  render(<Contenido pedido={pedido} />)
  const totals = within(screen.getByRole('list', { name: 'En total' })).getAllByRole('listitem')
  expect(totals.map(({ textContent }) => textContent)).toEqual([
    '4 archivos',
    '70 páginas',
    '35 hojas',
    '3 anillados',
  ])
  const [loose, volume, bound] = screen
    .getByRole('list', { name: 'Lo que llevás' })
    .querySelectorAll(':scope > li')
  expect(loose?.textContent).toContain('2 copias · 10 páginas · 5 hojas cada una')
  expect(volume?.textContent).toContain('tesis.pdf + anexo.pdf')
  expect(volume?.textContent).toContain('tesis.pdf: No es A4 y se ajusta a la hoja: páginas 7, 8.')
  // A minor aviso is shown in the dialog
  expect(bound?.textContent).not.toContain('apaisada')
})

it('shortens a list of sixty files, and says that hidden ones have avisos', () => {
  const many = Array.from({ length: 60 }, (_, at) =>
    archivo(`${at}.pdf`, { avisos: at > 57 ? [avisoOf('borde', [1], 'A4')] : [] }),
  )
  render(<Contenido pedido={pedidoOf(many)} />)
  expect(screen.getByRole('list', { name: 'Lo que llevás' }).children).toHaveLength(5)
  screen.getByText('Y 55 más, 2 con avisos: están todos en el detalle.')
})

it('stands on top of a phone’s fields with total and warnings, and leads to the receipt', () => {
  render(<TiraDeImporte pedido={pedido} importe={5100} />)
  const tira = screen.getByRole('button', { name: /Ver el resumen del pedido/ })
  expect(tira.textContent).toContain('$ 5.100,00')
  expect(tira.textContent).toContain('35 hojas · 3 anillados')
  expect(tira.textContent).toContain('1 aviso')
})

it('names other paper than A4, of a loose file and of a volume', () => {
  const files = [
    archivo('plano.pdf', { hoja: 'A3' }),
    archivo('tesis.pdf', { grupo: 'grupo0', hoja: 'Oficio' }),
    archivo('nota.pdf'),
  ]
  const of = pedidoOf(files, [{ grupo: 'grupo0', hojas: 5, copias: 2, tomos: 1, importe: 1600 }])
  expect(piezasOf(of).map(({ text }) => text)).toEqual([
    '10 páginas · 5 hojas A3 · doble faz',
    '2 copias · 5 hojas Oficio cada una',
    '10 páginas · 5 hojas · doble faz',
  ])
})
