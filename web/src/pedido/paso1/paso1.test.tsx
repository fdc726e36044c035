// @vitest-environment happy-dom
import { FALLBACK_DELIVERY } from '@imprimitodo/shared/rules/compra/entrega'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configQuery } from '../../api/queries.ts'
import { createQueryClient } from '../../api/query-client.ts'
import { editArchivo } from '../carrito/archivos.ts'
import { getCarrito, startOver, updateCarrito } from '../carrito/carrito.ts'
import { file } from '../carrito/testing.ts'
import { Paso1 } from './paso1.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

// Files are neither read nor uploaded in these tests
vi.mock('../lectura/read.ts', () => ({ readPdf: () => {} }))
vi.mock('../../api/upload/upload-in-parts.ts', () => ({
  uploadInParts: () => new Promise(() => {}),
  dropPartes: async () => {},
}))

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 404 }))
  window.matchMedia = (query) => Object.assign(new EventTarget(), { matches: true, media: query }) as never
})
afterEach(() => {
  cleanup()
  startOver()
  vi.unstubAllGlobals()
})

/**
 * Opens step 1, with texts in place of the pages it leads to. `descuentoCompra`: the web's discount, in
 * percent.
 */
function open(descuentoCompra = 5): void {
  const queries = createQueryClient()
  queries.setQueryData(configQuery.queryKey, { ...FALLBACK_DELIVERY, descuentoCompra })
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={['/imprimitodo']}>
        <Routes>
          <Route path="/imprimitodo" element={<Paso1 />} />
          <Route path="/imprimitodo/paso2" element="el paso 2" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

// The browser's picker offers only PDFs, but dropped files do not pass it
const user = userEvent.setup({ applyAccept: false })
const pick = (...files: File[]) =>
  user.upload(screen.getByLabelText(/^(?:Elegir|Agregar más) archivos$/), files)
const next = () => fireEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
const listed = () =>
  within(screen.getByRole('region', { name: 'Tus archivos' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

describe('the heading', () => {
  it.each([
    [12, '12% off por pedir desde la web'],
    [0, 'Empezá tu pedido'],
  ])("for a discount of %i is '%s'", (descuentoCompra, title) => {
    open(descuentoCompra)
    screen.getByRole('heading', { level: 1, name: title })
  })
})

it('sizes are Bytes, KB or MB', async () => {
  open()
  await pick(file('a.pdf', 900), file('b.pdf', 2048), file('c.pdf', 3.5 * 1024 ** 2))
  expect(listed().map((text) => /^.\.pdf.*?([\d,]+ (?:Bytes|KB|MB))/.exec(text)?.[1])).toEqual([
    '900 Bytes',
    '2 KB',
    '3,5 MB',
  ])
})

it('a name already listed is refused, but not the others picked with it', async () => {
  open()
  await pick(file('tesis.pdf'))
  await pick(file('tesis.pdf', 4), file('otro.pdf'))
  screen.getByText('Archivo ya agregado')
  expect(alerts()).toEqual([expect.stringMatching(/^Archivo ya agregadotesis\.pdf/)])
  expect(getCarrito().archivos.map(({ name, size }) => `${name} ${size}`)).toEqual([
    'tesis.pdf 5',
    'otro.pdf 5',
  ])
})

it('a corrected file of a listed name takes the place of the old one where the customer wants it, with its options', async () => {
  open()
  await pick(file('tesis.pdf'), file('otro.pdf'))
  const [{ id } = { id: '' }] = getCarrito().archivos
  updateCarrito((carrito) => editArchivo(carrito, id, { duplicado: 4 }))
  await pick(file('tesis.pdf', 4))
  fireEvent.click(screen.getByRole('button', { name: 'Usar el nuevo' }))
  expect(getCarrito().archivos).toMatchObject([
    { name: 'tesis.pdf', size: 4, duplicado: 4 },
    { name: 'otro.pdf', size: 5 },
  ])
  expect(alerts()).toEqual([])
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'Ahora está «tesis.pdf»',
  )
  await pick(file('tesis.pdf', 7), file('otro.pdf', 6))
  fireEvent.click(screen.getByRole('button', { name: 'Usar los nuevos' }))
  expect(getCarrito().archivos.map(({ size }) => size)).toEqual([7, 6])
})

it('files that cannot be printed are named with the announcement of added files, and not without it', async () => {
  open()
  await pick(file('tesis.pdf'), file('notas.docx'))
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(said()).toContain('2 archivos agregados, 2 en total. No se puede imprimir así: «notas.docx»')
  fireEvent.click(screen.getByRole('button', { name: 'Quitar tesis.pdf' }))
  expect(said().join('')).not.toContain('imprimir así')
  await pick(file('tapa.docx'), file('indice.docx'))
  expect(said().join('')).toContain('. No se pueden imprimir así: «tapa.docx», «indice.docx»')
})

it('the very same file again is refused without an offer', async () => {
  open()
  const same = file('tesis.pdf')
  await pick(same)
  await pick(same)
  expect(alerts()).toEqual(['Archivo ya agregadotesis.pdf'])
})

it('an added file has the default options', async () => {
  open()
  await pick(file('tesis.pdf'))
  expect(getCarrito().archivos).toMatchObject([
    {
      dobleFaz: true,
      orientacion: 'vertical',
      color: 'blanco y negro',
      grupo: 'default',
      duplicado: 1,
      anillado: false,
    },
  ])
})

it('tells how long files are kept: after the delivery, ready and not collected, and not bought', async () => {
  const precios = { byn: null, color: null, anillado: [], retencion_dias: 1, retencion_listo_dias: 45 }
  vi.stubGlobal('fetch', async () => Response.json(precios))
  open()
  await screen.findByText(
    'Tus archivos los ve solo la sucursal que imprime. Los borramos un día después de la entrega; si no los retirás, a los 45 días; y si no confirmás el pedido, a los 2 días.',
  )
})

describe('going on', () => {
  it('needs a file', () => {
    open()
    next()
    expect(alerts()).toEqual(['Por favor, sube al menos un archivo antes de continuar.'])
    expect(screen.queryByText('el paso 2')).toBeNull()
  })

  it('says which files are no PDF and removes only those', async () => {
    open()
    await pick(file('tesis.pdf'), file('foto.jpg'), file('notas.docx'), file('OTRO.PDF'))
    expect(getCarrito().archivos).toHaveLength(4)
    next()
    expect(alerts()).toEqual([
      'Archivo inválido - Solo se permiten archivos PDF. Se eliminarán los archivos no válidos.foto.jpg, notas.docx',
    ])
    expect(getCarrito().archivos.map(({ name }) => name)).toEqual(['tesis.pdf', 'OTRO.PDF'])
    next()
    screen.getByText('el paso 2')
  })
})
